import { Auth, AuthCard, SignedIn, SignedOut, UserContextProvider } from "@portico/react";
import "@portico/react/styles.css";
import { supabase } from "./supabase";

export function App() {
  return (
    <UserContextProvider supabaseClient={supabase}>
      <SignedOut>
        <AuthCard>
          <Auth supabaseClient={supabase} providers={["github"]} />
        </AuthCard>
      </SignedOut>
      <SignedIn>You are in.</SignedIn>
    </UserContextProvider>
  );
}
