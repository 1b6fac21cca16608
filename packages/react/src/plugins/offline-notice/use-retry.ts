import { useEffect, useState } from "react";
import type { PluginForm } from "../plugin.ts";

/** A function that repeats the last request, or undefined if the request cannot be repeated. */
export type Retry = (() => void) | undefined;

/**
 * Returns a function that submits the form again, or restarts the last social sign-in.
 *
 * @param otherRequests functions that repeat other requests, by the source of the submission
 */
export function useRetry(
  form: PluginForm,
  otherRequests: { readonly [source: string]: () => void } = {},
): Retry {
  const [source, setSource] = useState<string>();
  const { state, social, view } = form;
  const sendingSource = state.phase === "sending" ? state.source : undefined;

  useEffect(() => {
    if (sendingSource !== undefined) setSource(sendingSource);
  }, [sendingSource]);

  const provider = social.find((item) => `social:${item.provider}` === source);
  if (provider) return provider.button.onClick;
  if (source !== view) return otherRequests[source ?? ""];
  return () =>
    form.root.current?.querySelector<HTMLFormElement>(`form#${form.form.id}`)?.requestSubmit();
}
