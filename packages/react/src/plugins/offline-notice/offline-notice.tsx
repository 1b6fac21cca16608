"use client";

import { useState, useSyncExternalStore } from "react";
import { Message } from "../../elements/message.tsx";
import { useSeen } from "../../form/use-seen.ts";
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
  const { options, state, words: formWords } = form;
  const words = wordsFor("offline", english, options.localization);
  const retry = useRetry(form);
  const online = useSyncExternalStore(subscribe, isOnline, () => true);
  const [lost, setLost] = useState(false);
  if (!online && !lost) setLost(true);

  const unheard = state.phase === "failed" && state.message === formWords.common.network_error;
  if (online && lost && state.phase === "sending") setLost(false);
  const place = useSeen(online ? lost && words.back : words.text);

  return (
    <>
      <div ref={place} role="status">
        {!online && <Message>{words.text}</Message>}
        {online && lost && <Message>{words.back}</Message>}
      </div>
      {online && unheard && retry && (
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
