"use client";

import { Button } from "../elements/button.tsx";
import { ConfirmButton, Section } from "./section.tsx";
import { type SignOutOptions, useSignOut } from "./use-sign-out.ts";

/** Renders buttons to sign out of this device, of all other devices, or everywhere. */
export function SignOutSection(options: SignOutOptions) {
  const change = useSignOut(options);
  const { words: texts } = change;
  return (
    <Section heading={texts.sign_out.heading} change={change}>
      <div className="portico-row">
        <Button {...change.button("local", "button")} onClick={() => change.signOut("local")}>
          {texts.sign_out.here}
        </Button>
        <Button {...change.button("others", "button")} onClick={() => change.signOut("others")}>
          {texts.sign_out.others}
        </Button>
        <ConfirmButton
          label={texts.sign_out.everywhere}
          question={texts.sign_out.everywhere_text}
          confirmLabel={texts.sign_out.everywhere}
          cancelLabel={texts.common.cancel}
          change={change}
          source="global"
          onConfirm={() => change.signOut("global")}
        />
      </div>
    </Section>
  );
}
