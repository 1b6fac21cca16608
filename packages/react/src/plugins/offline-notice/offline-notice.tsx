"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { Message } from "../../elements/message.tsx";
import { useScrollIntoView } from "../../form/use-scroll-into-view.ts";
import type { AuthPlugin, PluginForm } from "../plugin.ts";
import { wordsFor } from "../words-for.ts";
import { offline as english } from "./en.ts";
import { useRetry } from "./use-retry.ts";

/**
 * Shows when the browser goes offline and comes back, and offers to retry a request that failed.
 *
 * @example
 * <Auth supabaseClient={supabase} plugins={[offlineNotice()]} />
 */
export function offlineNotice(): AuthPlugin {
  return { After: OfflineMessage };
}

function OfflineMessage({ form }: { form: PluginForm }) {
  const { options, state, submission, words: formWords } = form;
  const words = wordsFor("offline", english, options.localization);
  const retry = useRetry(form);
  const online = useSyncExternalStore(subscribe, isOnline, () => true);
  const [wasOffline, setWasOffline] = useState(false);
  if (!online && !wasOffline) setWasOffline(true);

  const failed = state.phase === "failed" && state.message === formWords.common.network_error;
  const [unsent, setUnsent] = useState(false);
  if (failed && !unsent) setUnsent(true);
  if (state.phase === "sending" && (unsent || (online && wasOffline))) {
    setUnsent(false);
    setWasOffline(!online);
  }
  // A failure for lack of a connection is outdated once the browser is online.
  const isOutdated = online && wasOffline && failed;
  useEffect(() => {
    if (isOutdated) submission.edit();
  }, [isOutdated, submission]);
  const element = useScrollIntoView(online ? wasOffline && words.back : words.text);

  return (
    <>
      <div ref={element} role="status">
        {!online && <Message className="portico-notice">{words.text}</Message>}
        {online && wasOffline && <Message>{words.back}</Message>}
      </div>
      {online && unsent && (failed || wasOffline) && retry && (
        <div className="portico-ways">
          <button type="button" className="portico-way" onClick={retry}>
            {words.again}
          </button>
        </div>
      )}
    </>
  );
}

function subscribe(onChange: () => void) {
  addEventListener("online", onChange);
  addEventListener("offline", onChange);
  return () => {
    removeEventListener("online", onChange);
    removeEventListener("offline", onChange);
  };
}

const isOnline = () => navigator.onLine;
