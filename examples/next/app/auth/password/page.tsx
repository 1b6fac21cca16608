import { AuthCard } from "@portico/react";
import { redirect } from "next/navigation";
import { readPageState, type SearchParams } from "../../../lib/auth";
import { createClient } from "../../../lib/server";
import { NewPassword } from "./new-password";

/** The page that the password reset link opens. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const supabase = await createClient();
  const { data } = await supabase.auth.getClaims();
  if (!data) redirect("/");
  return (
    <AuthCard>
      <NewPassword state={await readPageState("/auth/password", searchParams)} />
    </AuthCard>
  );
}
