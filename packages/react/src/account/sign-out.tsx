"use client";

import { Button } from "../elements/button.tsx";
import { Asked, Section } from "./section.tsx";
import { type SignOutOptions, useSignOut } from "./use-sign-out.ts";

/** The ways out: here, elsewhere, everywhere. */
export function SignOutSection(options: SignOutOptions) {
  const change = useSignOut(options);
  const { words } = change;
  return (
    <Section heading={words.sign_out.heading} change={change}>
      <div className="portico-row">
        <Button {...change.button("local", "button")} onClick={() => change.signOut("local")}>
          {words.sign_out.here}
        </Button>
        <Button {...change.button("others", "button")} onClick={() => change.signOut("others")}>
          {words.sign_out.others}
        </Button>
        <Asked
          label={words.sign_out.everywhere}
          question={words.sign_out.everywhere_text}
          yes={words.sign_out.everywhere}
          no={words.common.cancel}
          change={change}
          source="global"
          onYes={() => change.signOut("global")}
        />
      </div>
    </Section>
  );
}
