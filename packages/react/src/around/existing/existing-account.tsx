"use client";

import { useState } from "react";
import { useBrowserLayoutEffect } from "../../browser-layout-effect.ts";
import type { AuthForm } from "../../use-auth-form.ts";
import type { Extra } from "../extra.ts";
import { ExistingWays } from "./ways.tsx";

/**
 * After a sign-up: the ways on for somebody who has an account already, in words that say nothing
 * to a stranger. `sentScreen()` has them too.
 *
 * @example
 * const around = [existingAccount()];
 * <Auth supabaseClient={supabase} around={around} />
 */
export function existingAccount(): Extra {
  return { After: AfterSignUp };
}

function AfterSignUp({ form }: { form: AuthForm }) {
  const [email, setEmail] = useState("");
  const { root, state, view } = form;
  const waiting = view === "sign_up" && state.phase === "done" && state.confirmation !== undefined;

  useBrowserLayoutEffect(() => {
    if (waiting)
      setEmail(root.current?.querySelector<HTMLInputElement>("input[name=email]")?.value ?? "");
  }, [root, waiting]);

  return waiting ? (
    <div className="portico-ways">
      <ExistingWays form={form} email={email} />
    </div>
  ) : null;
}
