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
import { KeepMethodContext, methodOfMessage } from "../last-used-method/kept-method.ts";
import type { AuthPlugin, PluginForm } from "../plugin.ts";
import { MessageSent, type SentOptions } from "./message-sent.tsx";
import { type SentView, sentView } from "./sent-view.ts";

export interface CheckEmailScreenOptions extends SentOptions {
  /**
   * The key by which a reload finds it in the tab's `sessionStorage`. Default: "portico.sent". Give
   * each its own where one page has several forms.
   */
  storageKey?: string;
}

/**
 * The screen after a message was sent, by sign-up, magic link or recovery, in the place of the
 * form: the address, the mailbox, a field for the code, another message, the way back. A reload
 * shows it again, and it goes by itself when somebody signs in, such as by the link in another tab.
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

/**
 * How long a message is waited for after a reload, in milliseconds: as long as its link is good by
 * default.
 */
const patience = 3_600_000;

/** A message, and whether it was sent just now. */
interface Waiting extends SentMessage<SentView> {
  readonly fresh: boolean;
}

function CheckEmailScreen({ form, children, options }: CheckEmailScreenProps) {
  const { storageKey = emailKey } = options;
  const { root, state, view } = form;
  const { auth } = form.options.supabaseClient;
  const [waiting, setWaiting] = useState<Waiting>();
  const before = useRef({ view, returning: false });
  const keepMethod = useContext(KeepMethodContext);

  const end = () => {
    storeMessage(storageKey, undefined);
    setWaiting(undefined);
  };

  // A server, and the first render in the browser, know of no storage.
  useBrowserLayoutEffect(() => {
    const kept = restoreMessage(storageKey, patience);
    const from = kept && sentView(kept.view);
    if (from) setWaiting({ ...kept, view: from, fresh: false });
  }, [storageKey]);

  // The form is still on the page when its message has just been sent.
  useBrowserLayoutEffect(() => {
    const from = sentView(view);
    if (!from || state.phase !== "done" || state.confirmation === undefined) return;
    const field = root.current?.querySelector<HTMLInputElement>("input[name=email]");
    if (!field) return;
    const message = { view: from, to: field.value, at: Date.now() };
    storeMessage(storageKey, message);
    setWaiting({ ...message, fresh: true });
  }, [root, state, storageKey, view]);

  // Back and Forward, the application and the client may show another view.
  useBrowserLayoutEffect(() => {
    const changed = view !== before.current.view;
    before.current.view = view;
    if (!changed || !waiting || view === waiting.view) return;
    storeMessage(storageKey, undefined);
    setWaiting(undefined);
  }, [storageKey, view, waiting]);

  useSessionStart(auth, end);

  useBrowserLayoutEffect(() => {
    if (waiting || !before.current.returning) return;
    before.current.returning = false;
    root.current?.querySelector<HTMLInputElement>("input[name=email]")?.select();
  }, [root, waiting]);

  if (!waiting) return children;
  const { to: email } = waiting;
  return (
    <MessageSent
      key={waiting.at}
      {...options}
      form={{
        ...form.options,
        // The page may have gone on by the time the answer comes.
        onSuccess(success) {
          storeMessage(storageKey, undefined);
          form.options.onSuccess?.(success);
          if (success.session) keepMethod(methodOfMessage(waiting.view));
        },
      }}
      sentFor={waiting.view}
      email={email}
      at={waiting.at}
      focus={waiting.fresh}
      onBack={() => {
        before.current.returning = true;
        form.submission.reset();
        form.show(waiting.view, { email });
        end();
      }}
    >
      {waiting.view === "sign_up" && form.options.showLinks !== false && (
        <ExistingAccountLinks form={form} email={email} onLeave={end} />
      )}
    </MessageSent>
  );
}
