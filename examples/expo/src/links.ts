import * as Linking from "expo-linking";
import * as WebBrowser from "expo-web-browser";
import { useEffect } from "react";
import { Platform } from "react-native";
import { supabase } from "./supabase";

/** Links in e-mails and the GitHub sign-in redirect to this address. */
export const home =
  Platform.OS === "web" ? Linking.createURL("/").replace(/\/$/, "") : Linking.createURL("/");

/** Signs in with the session in the link that opened the app. In a browser, the Supabase client does this itself. */
export function useLinks() {
  const link = Linking.useLinkingURL();
  useEffect(() => {
    if (Platform.OS !== "web" && link) setSessionFromLink(link);
  }, [link]);
}

/** Signs in with GitHub. A web page navigates to GitHub; an app opens it in a browser. */
export async function signInWithGitHub(): Promise<undefined> {
  const isApp = Platform.OS !== "web";
  const { data, error } = await supabase.auth.signInWithOAuth({
    provider: "github",
    options: { redirectTo: home, skipBrowserRedirect: isApp },
  });
  if (error) throw error;
  if (!isApp || !data.url) return;
  const result = await WebBrowser.openAuthSessionAsync(data.url, home);
  if (result.type === "success") await setSessionFromLink(result.url);
}

async function setSessionFromLink(link: string) {
  const parameters = new URLSearchParams(link.split("#")[1]);
  const errorDescription = parameters.get("error_description");
  if (errorDescription) throw new Error(errorDescription);
  const access_token = parameters.get("access_token");
  const refresh_token = parameters.get("refresh_token");
  if (!access_token || !refresh_token) return;
  const { error } = await supabase.auth.setSession({ access_token, refresh_token });
  if (error) throw error;
}
