"use client";

import type { Factor } from "@supabase/auth-js";
import { useRef, useState } from "react";
import { useBrowserLayoutEffect } from "../browser-layout-effect.ts";
import { typedCode, typedNumber } from "../form/latin.ts";
import type { Change, Entries } from "../form/use-change.ts";
import { template } from "../i18n/words.ts";
import { type AccountContext, useAccount, useAccountChange } from "./account.tsx";

/** The kinds of second factor that can be added. */
export type FactorKind = (typeof factorKinds)[number];

const factorKinds = ["totp", "phone", "webauthn"] as const;

/** A second factor that counts, and what it is called. */
export interface AccountFactor {
  readonly id: string;
  readonly kind: FactorKind;
  readonly name: string;
  readonly createdAt: string;
}

/** A second factor that is being added. */
export type Enrolment =
  | { readonly kind: FactorKind; readonly step: "name" }
  /** Shown as a picture and as text, to be confirmed by a code. */
  | {
      readonly kind: "totp";
      readonly step: "code";
      readonly id: string;
      readonly name: string;
      /** A `data:` URL. */
      readonly picture: string;
      readonly secret: string;
      readonly uri: string;
    }
  | {
      readonly kind: "phone";
      readonly step: "code";
      readonly id: string;
      readonly name: string;
      readonly phone: string;
      readonly challengeId: string;
    };

/** The second factors without their markup. */
export interface Factors extends Change, Pick<AccountContext, "words"> {
  readonly factors: readonly AccountFactor[];
  readonly enrolment: Enrolment | undefined;
  /** Begins to add one. Cancelled, the focus returns to the button with its kind as `data-kind`. */
  readonly add: (kind: FactorKind) => void;
  readonly cancel: () => Promise<void>;
  /** Sends the field `name`, and of a phone `phone`. A security key is asked for at once. */
  enrol(entered: Entries): Promise<string | undefined>;
  /** Sends the field `token`. */
  confirm(entered: Entries): Promise<string | undefined>;
  /** Of a phone: sends another code. */
  resend(): Promise<void>;
  remove(factor: AccountFactor): Promise<void>;
}

/** Adds and removes the second factors of sign-in. */
export function useFactors(): Factors {
  const { auth, user, words, refresh } = useAccount();
  const change = useAccountChange();
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const { mfa } = auth;
  const { ref: part } = change;
  const left = useRef<FactorKind>(undefined);
  const { kind: adding, step } = enrolment ?? {};

  useBrowserLayoutEffect(() => {
    const place = adding ? "form input:not([readonly])" : `[data-kind=${left.current}]`;
    if (adding || left.current) part.current?.querySelector<HTMLElement>(place)?.focus();
    left.current = undefined;
  }, [adding, part, step]);

  /** Forgets what was begun and not confirmed: its name would be taken. */
  async function forget(matches: (factor: Factor) => boolean) {
    const { data } = await mfa.listFactors();
    for (const factor of data?.all ?? [])
      if (factor.status === "unverified" && matches(factor))
        await mfa.unenroll({ factorId: factor.id });
  }

  async function added(name: string) {
    setEnrolment(undefined);
    await refresh();
    return template(words.common.added, { name });
  }

  return {
    ...change,
    words,
    factors: (user.factors ?? []).filter(isVerified).map((factor) => ({
      id: factor.id,
      kind: factor.factor_type,
      name: factor.friendly_name || words.factors[factor.factor_type],
      createdAt: factor.created_at,
    })),
    enrolment,
    add(kind) {
      change.reset();
      setEnrolment({ kind, step: "name" });
    },
    cancel: () =>
      change.run("cancel", async () => {
        const begun = enrolment?.step === "code" ? enrolment.id : undefined;
        left.current = enrolment?.kind;
        setEnrolment(undefined);
        if (begun) await mfa.unenroll({ factorId: begun });
        return undefined;
      }),
    async enrol(entered) {
      if (!enrolment) return;
      const { kind } = enrolment;
      const friendlyName = entered("name").trim() || words.factors[kind];
      await forget((factor) => factor.friendly_name === friendlyName);
      if (kind === "webauthn") {
        const { error } = await mfa.webauthn.register({ friendlyName });
        if (!error) return added(friendlyName);
        await forget((factor) => factor.factor_type === "webauthn");
        throw error;
      }
      if (kind === "totp") {
        const { data, error } = await mfa.enroll({ factorType: "totp", friendlyName });
        if (error) throw error;
        const { id, totp } = data;
        const { qr_code: picture, secret, uri } = totp;
        const name = friendlyName;
        setEnrolment({ kind, step: "code", id, name, picture: asUrl(picture), secret, uri });
        return;
      }
      const phone = typedNumber(entered("phone"));
      const { data, error } = await mfa.enroll({ factorType: "phone", friendlyName, phone });
      if (error) throw error;
      const challenge = await mfa.challenge({ factorId: data.id });
      if (challenge.error) throw challenge.error;
      const challengeId = challenge.data.id;
      setEnrolment({ kind, step: "code", id: data.id, name: friendlyName, phone, challengeId });
      return;
    },
    async confirm(entered) {
      if (enrolment?.step !== "code") return;
      const asked = { factorId: enrolment.id, code: typedCode(entered("token")) };
      const { error } =
        enrolment.kind === "phone"
          ? await mfa.verify({ ...asked, challengeId: enrolment.challengeId })
          : await mfa.challengeAndVerify(asked);
      if (error) throw error;
      return added(enrolment.name);
    },
    resend: () =>
      change.run("resend", async () => {
        if (enrolment?.kind !== "phone" || enrolment.step !== "code") return;
        const { data, error } = await mfa.challenge({ factorId: enrolment.id });
        if (error) throw error;
        setEnrolment({ ...enrolment, challengeId: data.id });
        return template(words.phone.sent, { phone: enrolment.phone });
      }),
    remove: ({ id, name }) =>
      change.run(id, async () => {
        const { error } = await mfa.unenroll({ factorId: id });
        if (error) throw error;
        await refresh();
        return template(words.common.removed, { name });
      }),
  };
}

function isVerified(factor: Factor): factor is Factor<FactorKind, "verified"> {
  return factor.status === "verified" && factorKinds.some((kind) => kind === factor.factor_type);
}

/** The client puts the SVG into a `data:` URL as it is, where a `#` of a colour would end it. */
function asUrl(picture: string): string {
  const [head = "", svg] = picture.split(/,(.*)/s);
  return svg?.startsWith("<") ? `${head},${encodeURIComponent(svg)}` : picture;
}
