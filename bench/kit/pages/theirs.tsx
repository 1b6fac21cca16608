import { Auth } from "@supabase/auth-ui-react";
import { ThemeSupa } from "@supabase/auth-ui-shared";
import { createClient } from "@supabase/supabase-js";
import { measure } from "./page.tsx";

const client = createClient("http://127.0.0.1:9", "key", {
  auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false },
});
const appearance = { theme: ThemeSupa };

measure(() => (
  <Auth supabaseClient={client} appearance={appearance} providers={["github", "google", "azure"]} />
));
