import { type ReactNode, useEffect, useRef } from "react";
import type { PluginForm } from "../plugin.ts";

/** Renders the form once the settings of the server are loaded. */
export function SettingsGate({ form, children }: { form: PluginForm; children: ReactNode }) {
  const isLoading = form.options.settings === "auto";
  const wasLoading = useRef(isLoading);
  const { root, view } = form;
  const shouldFocus = form.options.autoFocus ?? view === "magic_link";

  // The form could not focus its field before it was rendered.
  useEffect(() => {
    if (isLoading || !wasLoading.current) return;
    wasLoading.current = false;
    if (shouldFocus) root.current?.querySelector<HTMLElement>("form input:not([hidden])")?.focus();
  }, [isLoading, shouldFocus, root]);

  return isLoading ? null : children;
}
