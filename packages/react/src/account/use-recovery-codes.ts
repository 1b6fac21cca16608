"use client";

import type { Factor } from "@supabase/auth-js";
import { useCallback, useEffect, useState } from "react";
import type { Change } from "../form/use-change.ts";
import { type AccountContext, useAccount, useAccountChange } from "./account.tsx";

/** The recovery codes and the actions on them, for your own markup. */
export interface RecoveryCodes extends Change, Pick<AccountContext, "words"> {
  /** False while the user has no second factor that a code could replace. */
  readonly available: boolean;
  /** How many codes are unused. Undefined until the server has responded, null if the user has none. */
  readonly count: { readonly remaining: number; readonly total: number } | null | undefined;
  /** The new codes, in groups of four characters, until `dismiss` is called. The server does not return them again. */
  readonly codes: readonly string[] | undefined;
  create(): Promise<void>;
  /** Replaces all codes, used and unused. */
  replace(): Promise<void>;
  remove(): Promise<void>;
  /** Discards the new codes after the user has saved them. */
  dismiss(): void;
  copy(): Promise<void>;
  /** Saves the new codes as a text file. */
  download(): void;
}

interface UserState {
  readonly userId: string;
  readonly count: RecoveryCodes["count"];
}

/**
 * Creates, replaces and removes recovery codes. The client must be created with
 * `auth: { experimental: { recoveryCodes: true } }`, and auth-js must be 2.119 or newer.
 */
export function useRecoveryCodes(): RecoveryCodes {
  const { auth, user, words: texts, refresh } = useAccount();
  const change = useAccountChange();
  const [state, setState] = useState<UserState>();
  const [newCodes, setNewCodes] = useState<{ userId: string; codes: readonly string[] }>();
  const { run } = change;
  // Clients before auth-js 2.119 do not have `recoveryCodes`.
  const api: typeof auth.mfa.recoveryCodes | undefined = auth.mfa.recoveryCodes;
  const userId = user.id;
  const factors = (user.factors ?? []).filter(({ status }) => status === "verified");
  const hasCodes = factors.some(isRecoveryCodes);

  const load = useCallback(async () => {
    if (!api) return undefined;
    const { data, error } = await api.getStatus();
    // The codes may have been removed in another tab.
    if (error && error.code !== "mfa_factor_not_found") throw error;
    setState({ userId, count: data });
    return undefined;
  }, [api, userId]);

  useEffect(() => {
    if (hasCodes) void run("load", load);
  }, [hasCodes, load, run]);

  const codes = newCodes?.userId === userId ? newCodes.codes : undefined;
  const fileContent = () =>
    [`${texts.recovery_codes.heading} (${location.host})`, "", ...(codes ?? []), ""].join("\n");

  const issue = (source: "create" | "replace") =>
    run(source, async () => {
      if (!api) return;
      const { data, error } = await (source === "create" ? api.generate() : api.regenerate());
      if (error) throw error;
      setNewCodes({ userId, codes: data.codes.map(formatCode) });
      await load();
      if (source === "create") await refresh();
      return undefined;
    });

  return {
    ...change,
    words: texts,
    available: api !== undefined && !factors.every(isRecoveryCodes),
    count: hasCodes ? (state?.userId === userId ? state.count : undefined) : null,
    codes,
    create: () => issue("create"),
    replace: () => issue("replace"),
    remove: () =>
      run("remove", async () => {
        if (!api) return;
        const { error } = await api.unenroll();
        if (error) throw error;
        setNewCodes(undefined);
        await load();
        await refresh();
        return texts.recovery_codes.removed;
      }),
    dismiss() {
      change.reset();
      setNewCodes(undefined);
    },
    copy: () =>
      run("copy", async () => {
        await navigator.clipboard.writeText(fileContent());
        return texts.recovery_codes.copied;
      }),
    download() {
      const link = document.createElement("a");
      link.href = `data:text/plain;charset=utf-8,${encodeURIComponent(fileContent())}`;
      link.download = "recovery-codes.txt";
      link.click();
    },
  };
}

const formatCode = (code: string) => code.match(/.{1,4}/g)?.join("-") ?? code;

const isRecoveryCodes = ({ factor_type: type }: Factor) => type === "recovery_code";
