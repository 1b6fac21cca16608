import { AuthCard } from "@portico/react";
import { redirect } from "next/navigation";
import { createClient } from "../../../lib/server";
import { NewPassword } from "./new-password";

/** The page behind the password reset link. */
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
