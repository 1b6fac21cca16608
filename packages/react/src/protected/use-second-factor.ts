"use client";

import { useState } from "react";
import { useBrowserLayoutEffect } from "../browser-layout-effect.ts";
import { typedCode } from "../form/latin.ts";
import { type Change, useChange } from "../form/use-change.ts";
import { type Complete, overlaid, type Partly, withErrors } from "../i18n/feature-words.ts";
import type { LocalizationProp } from "../i18n/localization.ts";
import { useUser } from "../session/user-context.tsx";
import type { User } from "../supabase-types.ts";
import { type FactorKind, type UsableFactor, usableFactors } from "./assurance.ts";
import type { SecondFactorClient } from "./client.ts";
import { en, type GateWords } from "./en.ts";

/** Words of the gate, beside those of the forms. */
export interface GateLocalization extends LocalizationProp {
  gate?: Partly<GateWords>;
}

export interface SecondFactorOptions {
  supabaseClient: SecondFactorClient;
  localization?: GateLocalization | undefined;
}

/** The second step without its markup. */
export interface SecondFactorStep extends Change {
  readonly words: Complete<typeof en>;
  /** The factor that is asked for; undefined where the user has none. */
  readonly factor: UsableFactor | undefined;
  /** Other factors of the user, each a way out where this one is lost. */
  readonly others: readonly UsableFactor[];
  /** Asks for another factor. */
  choose(factor: UsableFactor): void;
  /** Of a phone: whether its code was sent. */
  readonly sent: boolean;
  /** Of a phone: sends a code. */
  send(): Promise<void>;
  /** Confirms with the code of an app, or the one that was sent. */
  confirm(code: string): Promise<void>;
  /** Confirms with a security key. */
  useKey(): Promise<void>;
  /** Signs out, to sign in as another user. */
  signOut(): Promise<void>;
}

/**
 * The step of a user with a second factor before the application is shown. The client tells of the
 * session that comes of it, so that nothing is returned.
 *
 * @throws {Error} outside a `UserContextProvider`.
 */
export function useSecondFactor({
  supabaseClient: { auth },
  localization,
}: SecondFactorOptions): SecondFactorStep {
  const words = overlaid(en, localization?.gate);
  const change = useChange(withErrors(localization?.variables, words.errors));
  const { user } = useUser();
  const factors = factorsOf(user);
  const [chosen, setChosen] = useState<string>();
  const [challenge, setChallenge] = useState<{ factorId: string; id: string }>();
  const factor = factors.find(({ id }) => id === chosen) ?? factors[0];
  const sent = challenge?.factorId === factor?.id ? challenge?.id : undefined;
  const { ref: part } = change;

  // It takes the place of what had the focus: the form, or the whole page.
  useBrowserLayoutEffect(() => {
    const active = document.activeElement;
    if (active && active !== document.body && !part.current?.contains(active)) return;
    const field = part.current?.querySelector<HTMLElement>("input");
    (field ?? part.current?.querySelector<HTMLElement>("[tabindex='-1']"))?.focus();
  }, [factor?.id, part, sent]);

  return {
    ...change,
    words,
    factor,
    others: onePerKind(factors.filter((one) => one !== factor)),
    choose({ id }) {
      change.reset();
      setChosen(id);
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
        // Codes are often shown, and pasted, in groups: "123 456".
        const asked = { factorId: factor.id, code: typedCode(typed) };
        const { error } = sent
          ? await auth.mfa.verify({ ...asked, challengeId: sent })
          : await auth.mfa.challengeAndVerify(asked);
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

/** Any of a kind will do for an app or a key; of phones the first is the one to try. */
function onePerKind(factors: readonly UsableFactor[]): UsableFactor[] {
  const kinds = new Map<FactorKind, UsableFactor>();
  for (const factor of factors)
    if (!kinds.has(factor.factor_type)) kinds.set(factor.factor_type, factor);
  return [...kinds.values()];
}
