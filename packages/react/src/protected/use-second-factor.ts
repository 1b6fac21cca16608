"use client";

import { useState } from "react";
import { useBrowserLayoutEffect } from "../browser-layout-effect.ts";
import { normalizeCode, toAsciiDigits } from "../form/digits.ts";
import { type Change, useChange } from "../form/use-change.ts";
import { type Complete, mergeWords, type PartialWords, withErrors } from "../i18n/feature-words.ts";
import type { LocalizationProp } from "../i18n/localization.ts";
import { useUser } from "../session/user-context.tsx";
import type { User } from "../supabase-types.ts";
import { type FactorKind, type UsableFactor, usableFactors } from "./assurance.ts";
import type { SecondFactorClient } from "./client.ts";
import { en, type GateWords } from "./en.ts";

/** The words of the forms, and those of the gate. */
export interface GateLocalization extends LocalizationProp {
  gate?: PartialWords<GateWords>;
}

export interface SecondFactorOptions {
  supabaseClient: SecondFactorClient;
  localization?: GateLocalization | undefined;
}

/** The state and the actions of the second step, for your own markup. */
export interface SecondFactorStep extends Change {
  readonly words: Complete<typeof en>;
  /** The factor to confirm. Undefined if the user has none. */
  readonly factor: UsableFactor | undefined;
  /** The other factors of the user, for when this one is lost. */
  readonly others: readonly UsableFactor[];
  /** Selects another factor. */
  choose(factor: UsableFactor): void;
  /** True if a code was sent to the phone. */
  readonly sent: boolean;
  /** Sends a code to the phone. */
  send(): Promise<void>;
  /** Confirms the factor with a code: of an app, from a message, or a recovery code. */
  confirm(code: string): Promise<void>;
  /** Confirms the factor with a security key. */
  useKey(): Promise<void>;
  /** Signs out, to sign in as another user. */
  signOut(): Promise<void>;
}

/**
 * Asks a user for the second factor before the application is shown. The client reports the resulting session, so
 * nothing is returned.
 *
 * @throws {Error} outside a `UserContextProvider`.
 */
export function useSecondFactor({
  supabaseClient: { auth },
  localization,
}: SecondFactorOptions): SecondFactorStep {
  const words = mergeWords(en, localization?.gate);
  const change = useChange(withErrors(localization?.variables, words.errors));
  const { user } = useUser();
  // Clients before auth-js 2.119 cannot verify recovery codes.
  const canRecover = "recoveryCodes" in auth.mfa;
  const factors = factorsOf(user).filter(
    ({ factor_type: type }) => type !== "recovery_code" || canRecover,
  );
  const [chosenId, setChosenId] = useState<string>();
  const [challenge, setChallenge] = useState<{ factorId: string; id: string }>();
  const factor = factors.find(({ id }) => id === chosenId) ?? factors[0];
  const sent = challenge?.factorId === factor?.id ? challenge?.id : undefined;
  const { ref: section } = change;

  // This step replaces the element that had the focus: the form, or the whole page.
  useBrowserLayoutEffect(() => {
    const active = document.activeElement;
    if (active && active !== document.body && !section.current?.contains(active)) return;
    const field = section.current?.querySelector<HTMLElement>("input");
    (field ?? section.current?.querySelector<HTMLElement>("[tabindex='-1']"))?.focus();
  }, [factor?.id, section, sent]);

  return {
    ...change,
    words,
    factor,
    others: onePerKind(factors.filter((item) => item !== factor)),
    choose({ id }) {
      change.reset();
      setChosenId(id);
    },
    sent: sent !== undefined,
    send: () =>
      change.run("send", async () => {
        if (!factor) return;
        const { data, error } = await auth.mfa.challenge({ factorId: factor.id });
        if (error) throw error;
        setChallenge({ factorId: factor.id, id: data.id });
        return words.second_factor.sent_text;
      }),
    confirm: (typed) =>
      change.run("confirm", async () => {
        if (!factor) return;
        if (factor.factor_type === "recovery_code") {
          const { error } = await auth.mfa.recoveryCodes.verify({ code: toAsciiDigits(typed) });
          if (error) throw error;
          return undefined;
        }
        // Codes are often displayed, and pasted, in groups: "123 456".
        const parameters = { factorId: factor.id, code: normalizeCode(typed) };
        const { error } = sent
          ? await auth.mfa.verify({ ...parameters, challengeId: sent })
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

function factorsOf(user: User | null): UsableFactor[] {
  return user ? usableFactors(user) : [];
}

/** Returns one factor per kind. Apps and keys are interchangeable; of several phones the first is offered. */
function onePerKind(factors: readonly UsableFactor[]): UsableFactor[] {
  const kinds = new Map<FactorKind, UsableFactor>();
  for (const factor of factors)
    if (!kinds.has(factor.factor_type)) kinds.set(factor.factor_type, factor);
  return [...kinds.values()];
}
