import { Auth, AuthCard, UserContextProvider } from "@portico/react";
import { Protected } from "@portico/react/protected";
import { Notes } from "./notes";
import { supabase } from "./supabase";

/** People who are signed in see their notes, everybody else what they need to get in. */
export function App() {
  return (
    <UserContextProvider supabaseClient={supabase}>
      <main>
        <Protected supabaseClient={supabase} signedOut={<Door />}>
          {(user) => <Notes user={user} />}
        </Protected>
      </main>
    </UserContextProvider>
  );
}

/** Links in messages, and GitHub, lead back to this page. It is where the client takes the session. */
function Door() {
  return (
    <AuthCard>
      <Auth
        supabaseClient={supabase}
        providers={["github"]}
        magicLink
        redirectTo={location.origin}
      />
    </AuthCard>
  );
}
