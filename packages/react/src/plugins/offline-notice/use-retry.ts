import { useEffect, useState } from "react";
import type { PluginForm } from "../plugin.ts";

/** Tries again what was tried last; undefined when that cannot be told. */
export type Retry = (() => void) | undefined;

/**
 * A way to send again what the form sent last: its fields, or what a provider's button does.
 *
 * @param others what else may have been sent, by its source
 */
export function useRetry(
  form: PluginForm,
  others: { readonly [source: string]: () => void } = {},
): Retry {
  const [source, setSource] = useState<string>();
  const { state, social, view } = form;
  const sending = state.phase === "sending" ? state.source : undefined;

  useEffect(() => {
    if (sending !== undefined) setSource(sending);
  }, [sending]);

  const provider = social.find((one) => `social:${one.provider}` === source);
  if (provider) return provider.button.onClick;
  if (source !== view) return others[source ?? ""];
  return () =>
    form.root.current?.querySelector<HTMLFormElement>(`form#${form.form.id}`)?.requestSubmit();
}
