"use client";

import { type ReactNode, useContext, useRef, useState } from "react";
import { useBrowserLayoutEffect } from "../../browser-layout-effect.ts";
import {
  emailKey,
  restoreMessage,
  type SentMessage,
  storeMessage,
} from "../../messages/sent-message.ts";
import { useSessionStart } from "../../messages/use-session-start.ts";
import { ExistingAccountLinks } from "../existing-account/existing-account-links.tsx";
import { methodOfMessage, StoreMethodContext } from "../last-used-method/stored-method.ts";
import type { AuthPlugin, PluginForm } from "../plugin.ts";
import { MessageSent, type SentOptions } from "./message-sent.tsx";
import { type SentView, sentView } from "./sent-view.ts";

export interface CheckEmailScreenOptions extends SentOptions {
  /**
   * The key in the tab's `sessionStorage` that restores the screen after a reload. Default: "portico.sent". Use
   * different keys for several forms on one page.
   */
  storageKey?: string;
}

/**
 * Replaces the form after sign-up, magic link or recovery has sent a message. Shows the address, the mailbox, a field
 * for the code, and buttons to send another message or to go back. A reload shows the screen again. It closes when the
 * user signs in, for example by the link in another tab.
 *
 * @example
 * const plugins = [checkEmailScreen({ codeLength: 6 })];
 * <Auth supabaseClient={supabase} magicLink plugins={plugins} />
 */
export function checkEmailScreen(options: CheckEmailScreenOptions = {}): AuthPlugin {
  return {
    Screen: (props) => <CheckEmailScreen {...props} options={options} />,
  };
}

interface CheckEmailScreenProps {
  form: PluginForm;
  children: ReactNode;
  options: CheckEmailScreenOptions;
}

/** How long to wait for a message after a reload: as long as its link is valid by default. */
const maxAgeMs = 3_600_000;

/** A message, and whether it was just sent. */
interface PendingMessage extends SentMessage<SentView> {
  readonly fresh: boolean;
}

function CheckEmailScreen({ form, children, options }: CheckEmailScreenProps) {
  const { storageKey = emailKey } = options;
  const { root, state, view } = form;
  const { auth } = form.options.supabaseClient;
  const [pending, setPending] = useState<PendingMessage>();
  const previous = useRef({ view, isReturning: false });
  const storeMethod = useContext(StoreMethodContext);

  const end = () => {
    storeMessage(storageKey, undefined);
    setPending(undefined);
  };

  // Storage is not available on a server, and the first render must match the server's.
  useBrowserLayoutEffect(() => {
    const kept = restoreMessage(storageKey, maxAgeMs);
    const from = kept && sentView(kept.view);
    if (from) setPending({ ...kept, view: from, fresh: false });
  }, [storageKey]);

  // Read the address from the form, which is still mounted when its message was just sent.
  useBrowserLayoutEffect(() => {
    const from = sentView(view);
    if (!from || state.phase !== "done" || state.confirmation === undefined) return;
    const field = root.current?.querySelector<HTMLInputElement>("input[name=email]");
    if (!field) return;
    const message = { view: from, to: field.value, at: Date.now() };
    storeMessage(storageKey, message);
    setPending({ ...message, fresh: true });
  }, [root, state, storageKey, view]);

  // Back and Forward, the application and the client can all show another view.
  useBrowserLayoutEffect(() => {
    const hasChanged = view !== previous.current.view;
    previous.current.view = view;
    if (!hasChanged || !pending || view === pending.view) return;
    storeMessage(storageKey, undefined);
    setPending(undefined);
  }, [storageKey, view, pending]);

  useSessionStart(auth, end);

  useBrowserLayoutEffect(() => {
    if (pending || !previous.current.isReturning) return;
    previous.current.isReturning = false;
    root.current?.querySelector<HTMLInputElement>("input[name=email]")?.select();
  }, [root, pending]);

  if (!pending) return children;
  const { to: email } = pending;
  return (
    <MessageSent
      key={pending.at}
      {...options}
      form={{
        ...form.options,
        // The page may be unmounted by the time the response arrives.
        onSuccess(success) {
          storeMessage(storageKey, undefined);
          form.options.onSuccess?.(success);
          if (success.session) storeMethod(methodOfMessage(pending.view));
        },
      }}
      sentFor={pending.view}
      email={email}
      at={pending.at}
      focus={pending.fresh}
      onBack={() => {
        previous.current.isReturning = true;
        form.submission.reset();
        form.show(pending.view, { email });
        end();
      }}
    >
      {pending.view === "sign_up" && form.options.showLinks !== false && (
        <ExistingAccountLinks form={form} email={email} onLeave={end} />
      )}
    </MessageSent>
  );
}
