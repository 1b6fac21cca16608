"use client";

import { Button } from "../elements/button.tsx";
import { ConfirmButton, Section } from "./section.tsx";
import { type SignOutOptions, useSignOut } from "./use-sign-out.ts";

/** Renders the buttons to sign out of this device, of the others, or everywhere. */
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
        <ConfirmButton
          label={words.sign_out.everywhere}
          question={words.sign_out.everywhere_text}
          confirmLabel={words.sign_out.everywhere}
          cancelLabel={words.common.cancel}
          change={change}
          source="global"
          onConfirm={() => change.signOut("global")}
        />
      </div>
    </Section>
  );
}
