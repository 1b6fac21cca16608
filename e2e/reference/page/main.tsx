import { AuthCard, SignedIn, SignedOut, UserContextProvider, useUser } from "@portico/react";
import { Auth, checkEmailScreen, errorHelp } from "@portico/react/plugins";
import "@portico/react/styles.css";
import "@portico/react/plugins.css";
import { AuthClient } from "@supabase/auth-js";
import { createRoot } from "react-dom/client";

/** The path selects the client's flow: `/pkce`, or any other path for the implicit flow. */
const flowType = location.pathname === "/pkce" ? "pkce" : "implicit";
const publishableKey = import.meta.env["VITE_SUPABASE_PUBLISHABLE_KEY"];
const auth = new AuthClient({
  url: `${import.meta.env["VITE_SUPABASE_URL"]}/auth/v1`,
  headers: { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
  storageKey: `reference.${flowType}`,
  flowType,
});
const supabase = { auth };
const plugins = [checkEmailScreen(), errorHelp()];

function SignedInPage() {
  const { user } = useUser();
  return (
    <>
      <p>Signed in as {user?.email}</p>
      <button type="button" onClick={() => void auth.signOut()}>
        Sign out
      </button>
    </>
  );
}

createRoot(document.getElementById("root") as HTMLElement).render(
  <UserContextProvider supabaseClient={supabase}>
    <SignedOut>
      <AuthCard>
        <Auth
          supabaseClient={supabase}
          providers={[]}
          magicLink
          plugins={plugins}
          redirectTo={location.origin + location.pathname}
        />
      </AuthCard>
    </SignedOut>
    <SignedIn>
      <SignedInPage />
    </SignedIn>
  </UserContextProvider>,
);
