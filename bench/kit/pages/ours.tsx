import { Auth, ThemeSupa } from "@portico/react";
import "@portico/react/styles.css";
import { auth } from "./client.ts";
import { measure } from "./page.tsx";

const client = { auth };
const appearance = { theme: ThemeSupa };

measure(() => (
  <Auth supabaseClient={client} appearance={appearance} providers={["github", "google", "azure"]} />
));
