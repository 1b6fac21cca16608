import { Account } from "@portico/react/account";
import { InvitationsSection, MembersSection } from "@portico/react/organizations";
import { createClient } from "@supabase/supabase-js";
import { key, supabase, url } from "./supabase";

/** A client that stores no session, so that sending an invitation does not affect the inviter's session. */
const mailer = createClient(url, key, {
  auth: {
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    storageKey: "invitations",
  },
});

/** Sends a sign-in link, which creates the account if there is none. The invitation is shown after the sign-in. */
async function sendInvitation(email: string) {
  const { error } = await mailer.auth.signInWithOtp({
    email,
    options: { emailRedirectTo: location.origin },
  });
  if (error) throw error;
}

/** Shows the user's invitations and the members of the active organization. */
export function Organization() {
  return (
    <Account supabaseClient={supabase}>
      <InvitationsSection supabaseClient={supabase} />
      <MembersSection supabaseClient={supabase} sendInvitation={sendInvitation} />
    </Account>
  );
}
