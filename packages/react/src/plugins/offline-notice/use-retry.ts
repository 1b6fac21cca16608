import { useEffect, useState } from "react";
import type { PluginForm } from "../plugin.ts";

/** Repeats the last request. Undefined if it is unknown. */
export type Retry = (() => void) | undefined;

/**
 * Returns a function that submits the form again, or starts the last social sign-in again.
 *
 * @param otherRequests other requests by their source
 */
export function useRetry(
  form: PluginForm,
  otherRequests: { readonly [source: string]: () => void } = {},
): Retry {
  const [source, setSource] = useState<string>();
  const { state, social, view } = form;
  const sending = state.phase === "sending" ? state.source : undefined;

  useEffect(() => {
    if (sending !== undefined) setSource(sending);
  }, [sending]);

  const provider = social.find((item) => `social:${item.provider}` === source);
  if (provider) return provider.button.onClick;
  if (source !== view) return otherRequests[source ?? ""];
  return () =>
    form.root.current?.querySelector<HTMLFormElement>(`form#${form.form.id}`)?.requestSubmit();
}
