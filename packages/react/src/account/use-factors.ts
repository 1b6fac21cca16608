"use client";

import type { Factor } from "@supabase/auth-js";
import { useRef, useState } from "react";
import { useBrowserLayoutEffect } from "../browser-layout-effect.ts";
import { normalizeCode, normalizePhoneNumber } from "../form/digits.ts";
import type { Change, Entries } from "../form/use-change.ts";
import { template } from "../i18n/words.ts";
import { type AccountContext, useAccount, useAccountChange } from "./account.tsx";

/** The kinds of second factor that can be added. */
export type FactorKind = (typeof factorKinds)[number];

const factorKinds = ["totp", "phone", "webauthn"] as const;

/** A verified second factor and its name. */
export interface AccountFactor {
  readonly id: string;
  readonly kind: FactorKind;
  readonly name: string;
  readonly createdAt: string;
}

/** A second factor that is being added. */
export type Enrolment =
  | { readonly kind: FactorKind; readonly step: "name" }
  /** An authenticator app. Its secret is shown as a QR code and as text, and the user confirms it with a code. */
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

/** The second factors and the actions on them, for your own markup. */
export interface Factors extends Change, Pick<AccountContext, "words"> {
  readonly factors: readonly AccountFactor[];
  readonly enrolment: Enrolment | undefined;
  /** Starts adding a factor. After cancelling, the focus returns to the button whose `data-kind` is this kind. */
  readonly add: (kind: FactorKind) => void;
  readonly cancel: () => Promise<void>;
  /** Submits the field `name`, and for a phone also `phone`. A security key is registered immediately. */
  enrol(entries: Entries): Promise<string | undefined>;
  /** Submits the field `token`. */
  confirm(entries: Entries): Promise<string | undefined>;
  /** Sends another code to the phone. */
  resend(): Promise<void>;
  remove(factor: AccountFactor): Promise<void>;
}

/** Adds and removes second factors. */
export function useFactors(): Factors {
  const { auth, user, words: texts, refresh } = useAccount();
  const change = useAccountChange();
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const { mfa } = auth;
  const { ref: section } = change;
  const cancelledKind = useRef<FactorKind>(undefined);
  const { kind: addedKind, step } = enrolment ?? {};

  useBrowserLayoutEffect(() => {
    const selector = addedKind
      ? "form input:not([readonly])"
      : `[data-kind=${cancelledKind.current}]`;
    if (addedKind || cancelledKind.current)
      section.current?.querySelector<HTMLElement>(selector)?.focus();
    cancelledKind.current = undefined;
  }, [addedKind, section, step]);

  /** Removes unverified factors, because the server would reject another factor with the same name. */
  async function removeUnverified(matches: (factor: Factor) => boolean) {
    const { data } = await mfa.listFactors();
    for (const factor of data?.all ?? [])
      if (factor.status === "unverified" && matches(factor))
        await mfa.unenroll({ factorId: factor.id });
  }

  async function finish(name: string) {
    setEnrolment(undefined);
    await refresh();
    return template(texts.common.added, { name });
  }

  return {
    ...change,
    words: texts,
    factors: (user.factors ?? []).filter(isVerified).map((factor) => ({
      id: factor.id,
      kind: factor.factor_type,
      name: factor.friendly_name || texts.factors[factor.factor_type],
      createdAt: factor.created_at,
    })),
    enrolment,
    add(kind) {
      change.reset();
      setEnrolment({ kind, step: "name" });
    },
    cancel: () =>
      change.run("cancel", async () => {
        const factorId = enrolment?.step === "code" ? enrolment.id : undefined;
        cancelledKind.current = enrolment?.kind;
        setEnrolment(undefined);
        if (factorId) await mfa.unenroll({ factorId });
        return undefined;
      }),
    async enrol(entries) {
      if (!enrolment) return;
      const { kind } = enrolment;
      const friendlyName = entries("name").trim() || texts.factors[kind];
      await removeUnverified((factor) => factor.friendly_name === friendlyName);
      if (kind === "webauthn") {
        const { error } = await mfa.webauthn.register({ friendlyName });
        if (!error) return finish(friendlyName);
        await removeUnverified((factor) => factor.factor_type === "webauthn");
        throw error;
      }
      if (kind === "totp") {
        const { data, error } = await mfa.enroll({ factorType: "totp", friendlyName });
        if (error) throw error;
        const { id, totp } = data;
        const { qr_code: picture, secret, uri } = totp;
        const name = friendlyName;
        setEnrolment({
          kind,
          step: "code",
          id,
          name,
          picture: escapeDataUrl(picture),
          secret,
          uri,
        });
        return;
      }
      const phone = normalizePhoneNumber(entries("phone"));
      const { data, error } = await mfa.enroll({ factorType: "phone", friendlyName, phone });
      if (error) throw error;
      const challenge = await mfa.challenge({ factorId: data.id });
      if (challenge.error) throw challenge.error;
      const challengeId = challenge.data.id;
      setEnrolment({ kind, step: "code", id: data.id, name: friendlyName, phone, challengeId });
      return;
    },
    async confirm(entries) {
      if (enrolment?.step !== "code") return;
      const parameters = { factorId: enrolment.id, code: normalizeCode(entries("token")) };
      const { error } =
        enrolment.kind === "phone"
          ? await mfa.verify({ ...parameters, challengeId: enrolment.challengeId })
          : await mfa.challengeAndVerify(parameters);
      if (error) throw error;
      return finish(enrolment.name);
    },
    resend: () =>
      change.run("resend", async () => {
        if (enrolment?.kind !== "phone" || enrolment.step !== "code") return;
        const { data, error } = await mfa.challenge({ factorId: enrolment.id });
        if (error) throw error;
        setEnrolment({ ...enrolment, challengeId: data.id });
        return template(texts.phone.sent, { phone: enrolment.phone });
      }),
    remove: ({ id, name }) =>
      change.run(id, async () => {
        const { error } = await mfa.unenroll({ factorId: id });
        if (error) throw error;
        await refresh();
        return template(texts.common.removed, { name });
      }),
  };
}

function isVerified(factor: Factor): factor is Factor<FactorKind, "verified"> {
  return factor.status === "verified" && factorKinds.some((kind) => kind === factor.factor_type);
}

/** Escapes the SVG in the client's `data:` URL. Otherwise the `#` of a color would start a fragment. */
function escapeDataUrl(picture: string): string {
  const [head = "", svg] = picture.split(/,(.*)/s);
  return svg?.startsWith("<") ? `${head},${encodeURIComponent(svg)}` : picture;
}
