import { AuthCard } from "@portico/react";
import { SignIn } from "./sign-in";

/** The front page, for visitors: proxy.ts sends everybody else to their notes. */
export default function Page() {
  return (
    <AuthCard>
      <SignIn />
    </AuthCard>
  );
}
