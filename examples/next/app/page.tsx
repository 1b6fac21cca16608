import { AuthCard } from "@portico/react";
import { SignIn } from "./sign-in";

/** The front page, for visitors. proxy.ts redirects signed-in users to their notes. */
export default function Page() {
  return (
    <AuthCard>
      <SignIn />
    </AuthCard>
  );
}
