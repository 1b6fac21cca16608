"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { Message } from "../../elements/message.tsx";
import { useScrollIntoView } from "../../form/use-scroll-into-view.ts";
import type { AuthPlugin, PluginForm } from "../plugin.ts";
import { textsFor } from "../texts-for.ts";
import { offline as english } from "./en.ts";
import { useRetry } from "./use-retry.ts";

/**
 * Shows a notice when the browser goes offline or online, and offers to retry a failed request.
 *
 * @example
 * <Auth supabaseClient={supabase} plugins={[offlineNotice()]} />
 */
export function offlineNotice(): AuthPlugin {
  return { After: OfflineMessage };
}

function OfflineMessage({ form }: { form: PluginForm }) {
  const { options, state, submission, words: formTexts } = form;
  const texts = textsFor("offline", english, options.localization);
  const retry = useRetry(form);
  const isOnline = useSyncExternalStore(subscribe, readOnLine, () => true);
  const [wasOffline, setWasOffline] = useState(false);
  if (!isOnline && !wasOffline) setWasOffline(true);

  const isNetworkFailure =
    state.phase === "failed" && state.message === formTexts.common.network_error;
  const [isUnsent, setIsUnsent] = useState(false);
  if (isNetworkFailure && !isUnsent) setIsUnsent(true);
  if (state.phase === "sending" && (isUnsent || (isOnline && wasOffline))) {
    setIsUnsent(false);
    setWasOffline(!isOnline);
  }
  // A network failure is outdated once the browser is online again.
  const isOutdated = isOnline && wasOffline && isNetworkFailure;
  useEffect(() => {
    if (isOutdated) submission.edit();
  }, [isOutdated, submission]);
  const element = useScrollIntoView(isOnline ? wasOffline && texts.back : texts.text);

  return (
    <>
      <div ref={element} role="status">
        {!isOnline && <Message className="portico-notice">{texts.text}</Message>}
        {isOnline && wasOffline && <Message>{texts.back}</Message>}
      </div>
      {isOnline && isUnsent && (isNetworkFailure || wasOffline) && retry && (
        <div className="portico-ways">
          <button type="button" className="portico-way" onClick={retry}>
            {texts.again}
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

const readOnLine = () => navigator.onLine;
