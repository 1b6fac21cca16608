import { AuthCard } from "@portico/react";
import { readPageState, type SearchParams } from "../lib/auth";
import { SignIn } from "./sign-in";

/** The front page, for visitors. proxy.ts redirects signed-in users to their notes. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  return (
    <AuthCard>
      <SignIn state={await readPageState("/", searchParams)} />
    </AuthCard>
  );
}
