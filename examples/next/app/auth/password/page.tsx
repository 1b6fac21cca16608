import { AuthCard } from "@portico/react";
import { redirect } from "next/navigation";
import { createClient } from "../../../lib/server";
import { NewPassword } from "./new-password";

/** For whoever followed the link in a message about a forgotten password. */
export default async function Page() {
  const supabase = await createClient();
  const { data } = await supabase.auth.getClaims();
  if (!data) redirect("/");
  return (
    <AuthCard>
      <NewPassword />
    </AuthCard>
  );
}
