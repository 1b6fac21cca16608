"use client";

import { useState } from "react";
import { useBrowserLayoutEffect } from "../../browser-layout-effect.ts";
import type { AuthPlugin, PluginForm } from "../plugin.ts";
import { ExistingAccountLinks } from "./existing-account-links.tsx";

/**
 * Shows links for the owner of an existing account after a sign-up, without revealing whether there is one.
 * `checkEmailScreen()` includes them.
 *
 * @example
 * const plugins = [existingAccount()];
 * <Auth supabaseClient={supabase} plugins={plugins} />
 */
export function existingAccount(): AuthPlugin {
  return { After: ExistingAccount };
}

function ExistingAccount({ form }: { form: PluginForm }) {
  const [email, setEmail] = useState("");
  const { root, state, view } = form;
  const isPending =
    view === "sign_up" && state.phase === "done" && state.confirmation !== undefined;

  useBrowserLayoutEffect(() => {
    if (isPending)
      setEmail(root.current?.querySelector<HTMLInputElement>("input[name=email]")?.value ?? "");
  }, [root, isPending]);

  return isPending ? (
    <div className="portico-ways">
      <ExistingAccountLinks form={form} email={email} />
    </div>
  ) : null;
}
