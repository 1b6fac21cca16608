import { type ReactNode, useEffect, useRef } from "react";
import type { PluginForm } from "../plugin.ts";

/** Shows the form once it is known what the server offers. */
export function Known({ form, children }: { form: PluginForm; children: ReactNode }) {
  const waiting = form.options.settings === "auto";
  const waited = useRef(waiting);
  const { root, view } = form;
  const focusing = form.options.autoFocus ?? view === "magic_link";

  // The form could not take the focus while it was not there.
  useEffect(() => {
    if (waiting || !waited.current) return;
    waited.current = false;
    if (focusing) root.current?.querySelector<HTMLElement>("form input:not([hidden])")?.focus();
  }, [waiting, focusing, root]);

  return waiting ? null : children;
}
