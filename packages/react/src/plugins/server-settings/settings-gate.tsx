import { type ReactNode, useEffect, useRef } from "react";
import type { PluginForm } from "../plugin.ts";

/** Renders the form once the server's settings are loaded. */
export function SettingsGate({ form, children }: { form: PluginForm; children: ReactNode }) {
  const isLoading = form.options.settings === "auto";
  const wasLoading = useRef(isLoading);
  const { root, view } = form;
  const shouldFocus = form.options.autoFocus ?? view === "magic_link";

  // Focus the field now, because the form was not rendered when it should have been focused.
  useEffect(() => {
    if (isLoading || !wasLoading.current) return;
    wasLoading.current = false;
    if (shouldFocus) root.current?.querySelector<HTMLElement>("form input:not([hidden])")?.focus();
  }, [isLoading, shouldFocus, root]);

  return isLoading ? null : children;
}
