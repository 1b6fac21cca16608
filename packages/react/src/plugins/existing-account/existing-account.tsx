"use client";

import { useState } from "react";
import { useBrowserLayoutEffect } from "../../browser-layout-effect.ts";
import type { AuthPlugin, PluginForm } from "../plugin.ts";
import { ExistingAccountLinks } from "./existing-account-links.tsx";

/**
 * After a sign-up: the ways on for the owner of an account that exists already, in words that say nothing
 * to a stranger. `checkEmailScreen()` has them too.
 *
 * @example
 * const plugins = [existingAccount()];
 * <Auth supabaseClient={supabase} plugins={plugins} />
 */
export function existingAccount(): AuthPlugin {
  return { After: AfterSignUp };
}

function AfterSignUp({ form }: { form: PluginForm }) {
  const [email, setEmail] = useState("");
  const { root, state, view } = form;
  const waiting = view === "sign_up" && state.phase === "done" && state.confirmation !== undefined;

  useBrowserLayoutEffect(() => {
    if (waiting)
      setEmail(root.current?.querySelector<HTMLInputElement>("input[name=email]")?.value ?? "");
  }, [root, waiting]);

  return waiting ? (
    <div className="portico-ways">
      <ExistingAccountLinks form={form} email={email} />
    </div>
  ) : null;
}
