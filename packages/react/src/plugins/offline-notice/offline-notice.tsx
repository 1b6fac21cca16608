"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { Message } from "../../elements/message.tsx";
import { useScrollIntoView } from "../../form/use-scroll-into-view.ts";
import type { AuthPlugin, PluginForm } from "../plugin.ts";
import { wordsFor } from "../words-for.ts";
import { offline as english } from "./en.ts";
import { useRetry } from "./use-retry.ts";

/**
 * Says that the connection is lost, as soon as the browser knows, and that it is back; offers to try
 * again what did not get through.
 *
 * @example
 * <Auth supabaseClient={supabase} plugins={[offlineNotice()]} />
 */
export function offlineNotice(): AuthPlugin {
  return { After: Notice };
}

function Notice({ form }: { form: PluginForm }) {
  const { options, state, submission, words: formWords } = form;
  const words = wordsFor("offline", english, options.localization);
  const retry = useRetry(form);
  const online = useSyncExternalStore(subscribe, isOnline, () => true);
  const [lost, setLost] = useState(false);
  if (!online && !lost) setLost(true);

  const failed = state.phase === "failed" && state.message === formWords.common.network_error;
  const [unsent, setUnsent] = useState(false);
  if (failed && !unsent) setUnsent(true);
  if (state.phase === "sending" && (unsent || (online && lost))) {
    setUnsent(false);
    setLost(!online);
  }
  // What failed for want of a connection is no news any more when there is one.
  const isOver = online && lost && failed;
  useEffect(() => {
    if (isOver) submission.edit();
  }, [isOver, submission]);
  const place = useScrollIntoView(online ? lost && words.back : words.text);

  return (
    <>
      <div ref={place} role="status">
        {!online && <Message className="portico-notice">{words.text}</Message>}
        {online && lost && <Message>{words.back}</Message>}
      </div>
      {online && unsent && (failed || lost) && retry && (
        <div className="portico-ways">
          <button type="button" className="portico-way" onClick={retry}>
            {words.again}
          </button>
        </div>
      )}
    </>
  );
}

function subscribe(changed: () => void) {
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => {
    removeEventListener("online", changed);
    removeEventListener("offline", changed);
  };
}

const isOnline = () => navigator.onLine;
