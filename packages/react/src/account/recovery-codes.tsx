"use client";

import { useEffect, useId, useRef } from "react";
import { Button } from "../elements/button.tsx";
import { template } from "../i18n/words.ts";
import { ConfirmButton, Section } from "./section.tsx";
import { type RecoveryCodes, useRecoveryCodes } from "./use-recovery-codes.ts";

/**
 * Shows how many recovery codes are left, and shows new codes once. Renders nothing while the user has no other second
 * factor.
 */
export function RecoveryCodesSection() {
  const change = useRecoveryCodes();
  const { available, codes, count, words: texts } = change;
  const text = texts.recovery_codes;
  if (!available || count === undefined) return null;
  return (
    <Section heading={text.heading} text={text.text} change={change}>
      {codes ? (
        <NewCodes change={change} codes={codes} />
      ) : (
        <>
          {count && (
            <p className="portico-text">
              {template(text.left, {
                remaining: String(count.remaining),
                total: String(count.total),
              })}
            </p>
          )}
          <div className="portico-row">
            {count ? (
              <>
                <ConfirmButton
                  label={text.replace}
                  question={text.replace_text}
                  confirmLabel={text.replace}
                  change={change}
                  source="replace"
                  onConfirm={change.replace}
                />
                <ConfirmButton
                  label={texts.common.remove}
                  fullLabel={`${texts.common.remove}: ${text.heading}`}
                  question={text.remove_text}
                  confirmLabel={texts.common.remove}
                  change={change}
                  source="remove"
                  onConfirm={change.remove}
                />
              </>
            ) : (
              <Button {...change.button("create", "button")} onClick={change.create}>
                {text.create}
              </Button>
            )}
          </div>
        </>
      )}
    </Section>
  );
}

function NewCodes({ change, codes }: { change: RecoveryCodes; codes: readonly string[] }) {
  const text = change.words.recovery_codes;
  const id = useId();
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = group.current;
    element?.focus();
    const section = element?.closest("section");
    // Focus the heading: the button that opened this list is gone, and this list's buttons are being unmounted.
    return () => section?.querySelector<HTMLElement>("[tabindex='-1']")?.focus();
  }, []);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls and has a border
    <div
      ref={group}
      className="portico-codes"
      role="group"
      aria-label={text.heading}
      aria-describedby={id}
      tabIndex={-1}
    >
      <p id={id} className="portico-text">
        {text.once}
      </p>
      <ol className="portico-codes-list" dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="portico-row">
        <Button {...change.button("copy", "button")} onClick={change.copy}>
          {text.copy}
        </Button>
        <Button onClick={change.download}>{text.download}</Button>
        <Button onClick={() => print()}>{text.print}</Button>
        <Button color="primary" onClick={change.dismiss}>
          {text.saved}
        </Button>
      </div>
    </div>
  );
}
