import { AuthCard } from "@portico/react";
import { redirect } from "next/navigation";
import { readPageGate, readPageState, type SearchParams } from "../../../lib/auth";
import { SecondStep } from "../../second-step";
import { NewPassword } from "./new-password";

/** The page that the password reset link opens. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const gate = await readPageGate("/auth/password", searchParams);
  if (gate.redirectTo) redirect(gate.redirectTo);
  if (gate.secondFactor) return <SecondStep handler={gate.secondFactor} />;
  return (
    <AuthCard>
      <NewPassword state={await readPageState("/auth/password", searchParams)} />
    </AuthCard>
  );
}
