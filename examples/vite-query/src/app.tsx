import { Auth, AuthCard, UserContextProvider } from "@portico/react";
import { OrganizationSwitcher } from "@portico/react/organizations";
import { Protected } from "@portico/react/protected";
import { Notes } from "./notes";
import { Organization } from "./organization";
import { supabase } from "./supabase";

/** Shows notes to signed-in users and the sign-in forms to visitors. */
export function App() {
  return (
    <UserContextProvider supabaseClient={supabase}>
      <main>
        <Protected supabaseClient={supabase} signedOut={<SignIn />}>
          {(user) => (
            <>
              <OrganizationSwitcher supabaseClient={supabase} hasPersonal />
              <Notes user={user} />
              <Organization />
            </>
          )}
        </Protected>
      </main>
    </UserContextProvider>
  );
}

/** Links in messages and the GitHub sign-in return to this page, where the client creates the session. */
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
