import { Account } from "@portico/react/account";
import { InvitationsSection, MembersSection } from "@portico/react/organizations";
import { createClient } from "@supabase/supabase-js";
import { key, supabase, url } from "./supabase";

/** A client without a session of its own, so that sending an invitation does not touch the inviter's. */
const mailer = createClient(url, key, {
  auth: {
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    storageKey: "invitations",
  },
});

/** Sends a sign-in link. It creates the account if there is none; the invitation is shown after the sign-in. */
async function sendInvitation(email: string) {
  const { error } = await mailer.auth.signInWithOtp({
    email,
    options: { emailRedirectTo: location.origin },
  });
  if (error) throw error;
}

/** Shows the invitations of the user, and the members of the organization that the user works in. */
export function Organization() {
  return (
    <Account supabaseClient={supabase}>
      <InvitationsSection supabaseClient={supabase} />
      <MembersSection supabaseClient={supabase} sendInvitation={sendInvitation} />
    </Account>
  );
}
