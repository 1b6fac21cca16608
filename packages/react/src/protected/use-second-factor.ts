"use client";

import { useState } from "react";
import { useBrowserLayoutEffect } from "../browser-layout-effect.ts";
import { normalizeCode, toAsciiDigits } from "../form/digits.ts";
import type { HandlerSecondFactor } from "../form/handler-state.ts";
import { type Change, useChange } from "../form/use-change.ts";
import {
  addErrorTexts,
  type Complete,
  mergeTexts,
  type PartialWords,
} from "../i18n/feature-words.ts";
import type { LocalizationProp } from "../i18n/localization.ts";
import { type FactorKind, type UsableFactor, usableFactors } from "../session/assurance.ts";
import { useUser } from "../session/user-context.tsx";
import type { SecondFactorClient } from "./client.ts";
import { en, type GateWords } from "./en.ts";
import { useHandlerError } from "./use-handler-error.ts";

/** The texts of the forms and of the gate. */
export interface GateLocalization extends LocalizationProp {
  gate?: PartialWords<GateWords>;
}

export interface SecondFactorOptions {
  supabaseClient: SecondFactorClient;
  localization?: GateLocalization | undefined;
  /**
   * The `secondFactor` that the handler's `readGate` returns (`@portico/react/server`). The step then also works before
   * its script has loaded or without it.
   */
  handler?: HandlerSecondFactor | undefined;
}

/** The state and the actions of the second step, for your own markup. */
export interface SecondFactorStep extends Change {
  readonly words: Complete<typeof en>;
  /** The factor to confirm. Undefined if the user has none. */
  readonly factor: UsableFactor | undefined;
  /** The user's other factors, in case this one is lost. */
  readonly others: readonly UsableFactor[];
  /** Selects another factor. */
  choose(factor: UsableFactor): void;
  /** True if a code was sent to the phone. */
  readonly sent: boolean;
  /** Sends a code to the phone. */
  send(): Promise<void>;
  /** Confirms the factor with a code from an app or a message, or with a recovery code. */
  confirm(code: string): Promise<void>;
  /** Confirms the factor with a security key. */
  useKey(): Promise<void>;
  /** Signs out, to sign in as another user. */
  signOut(): Promise<void>;
}

/**
 * Manages the second step of sign-in. The actions return nothing, because the client reports the new session.
 *
 * @throws {Error} outside a `UserContextProvider`.
 */
export function useSecondFactor({
  supabaseClient: { auth },
  localization,
  handler,
}: SecondFactorOptions): SecondFactorStep {
  const texts = mergeTexts(en, localization?.gate);
  const errorTexts = addErrorTexts(localization?.variables, texts.errors);
  const change = useHandlerError(useChange(errorTexts), handler?.error, errorTexts);
  const { user } = useUser();
  // Clients before auth-js 2.119 cannot verify recovery codes.
  const canRecover = "recoveryCodes" in auth.mfa;
  const factors = (user ? usableFactors(user) : (handler?.factors ?? [])).filter(
    ({ factor_type: type }) => type !== "recovery_code" || canRecover,
  );
  const [selectedId, setSelectedId] = useState(handler?.factorId);
  const [challenge, setChallenge] = useState(challengeOf(handler));
  const factor = factors.find(({ id }) => id === selectedId) ?? factors[0];
  const challengeId = challenge?.factorId === factor?.id ? challenge?.id : undefined;
  const { ref: section } = change;

  // Move the focus here, because this step has replaced the element that had it: the form, or the whole page.
  useBrowserLayoutEffect(() => {
    const { activeElement } = document;
    const isOutside = !section.current?.contains(activeElement);
    if (activeElement && activeElement !== document.body && isOutside) return;
    const field = section.current?.querySelector<HTMLElement>("input");
    (field ?? section.current?.querySelector<HTMLElement>("[tabindex='-1']"))?.focus();
  }, [factor?.id, section, challengeId]);

  return {
    ...change,
    words: texts,
    factor,
    others: onePerKind(factors.filter((item) => item !== factor)),
    choose({ id }) {
      change.reset();
      setSelectedId(id);
    },
    sent: challengeId !== undefined,
    send: () =>
      change.run("send", async () => {
        if (!factor) return;
        const { data, error } = await auth.mfa.challenge({ factorId: factor.id });
        if (error) throw error;
        setChallenge({ factorId: factor.id, id: data.id });
        return texts.second_factor.sent_text;
      }),
    confirm: (code) =>
      change.run("confirm", async () => {
        if (!factor) return;
        if (factor.factor_type === "recovery_code") {
          const { error } = await auth.mfa.recoveryCodes.verify({ code: toAsciiDigits(code) });
          if (error) throw error;
          return undefined;
        }
        // Accept pasted codes in groups: "123 456".
        const parameters = { factorId: factor.id, code: normalizeCode(code) };
        const { error } = challengeId
          ? await auth.mfa.verify({ ...parameters, challengeId })
          : await auth.mfa.challengeAndVerify(parameters);
        if (error) throw error;
        return undefined;
      }),
    useKey: () =>
      change.run("key", async () => {
        if (!factor) return;
        const { error } = await auth.mfa.webauthn.authenticate({ factorId: factor.id });
        if (error) throw error;
        return undefined;
      }),
    signOut: () =>
      change.run("leave", async () => {
        await auth.signOut({ scope: "local" });
        return undefined;
      }),
  };
}

/** A code that was sent to a phone. */
interface SentChallenge {
  readonly factorId: string | undefined;
  readonly id: string;
}

function challengeOf(handler: HandlerSecondFactor | undefined): SentChallenge | undefined {
  const { challengeId: id, factorId } = handler ?? {};
  return id === undefined ? undefined : { factorId, id };
}

/** Returns the first factor of each kind. */
function onePerKind(factors: readonly UsableFactor[]): UsableFactor[] {
  const factorsByKind = new Map<FactorKind, UsableFactor>();
  for (const factor of factors)
    if (!factorsByKind.has(factor.factor_type)) factorsByKind.set(factor.factor_type, factor);
  return [...factorsByKind.values()];
}
