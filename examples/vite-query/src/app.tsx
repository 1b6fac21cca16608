import { Auth, AuthCard, UserContextProvider } from "@portico/react";
import { Protected } from "@portico/react/protected";
import { Notes } from "./notes";
import { supabase } from "./supabase";

/** Shows signed-in users their notes, and visitors the forms to sign in. */
export function App() {
  return (
    <UserContextProvider supabaseClient={supabase}>
      <main>
        <Protected supabaseClient={supabase} signedOut={<SignIn />}>
          {(user) => <Notes user={user} />}
        </Protected>
      </main>
    </UserContextProvider>
  );
}

/** Links in messages, and GitHub, lead back to this page, where the client creates the session. */
function SignIn() {
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
