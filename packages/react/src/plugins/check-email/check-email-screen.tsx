"use client";

import { type ReactNode, useContext, useRef, useState } from "react";
import { useBrowserLayoutEffect } from "../../browser-layout-effect.ts";
import {
  emailStorageKey,
  restoreMessage,
  type SentMessage,
  storeMessage,
} from "../../messages/sent-message.ts";
import { useSessionStart } from "../../messages/use-session-start.ts";
import { ExistingAccountLinks } from "../existing-account/existing-account-links.tsx";
import { methodOfMessage, StoreMethodContext } from "../last-used-method/stored-method.ts";
import type { AuthPlugin, PluginForm } from "../plugin.ts";
import { asEmailView, type EmailView } from "./email-view.ts";
import { MessageSent, type SentOptions } from "./message-sent.tsx";

export interface CheckEmailScreenOptions extends SentOptions {
  /**
   * The key in the tab's `sessionStorage` under which the screen is kept for a reload. Default: "portico.sent". If a
   * page has several forms, each needs its own key.
   */
  storageKey?: string;
}

/**
 * Replaces the form after a sign-up, magic-link or recovery e-mail was sent. Shows the address, a link to the mailbox,
 * a field for the code, and buttons to send another message or to go back. A reload shows the screen again. It closes
 * when the user signs in, for example with the link in another tab.
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

/** A reload restores the screen for this long: the default lifetime of a link. */
const maxAgeMs = 3_600_000;

/** A message, and whether it was sent since the page was loaded. */
interface PendingMessage extends SentMessage<EmailView> {
  readonly isNew: boolean;
}

function CheckEmailScreen({ form, children, options }: CheckEmailScreenProps) {
  const { storageKey = emailStorageKey } = options;
  const { root, state, view } = form;
  const { auth } = form.options.supabaseClient;
  const [pending, setPending] = useState<PendingMessage>();
  const latestView = useRef({ view, isReturning: false });
  const storeMethod = useContext(StoreMethodContext);

  const close = () => {
    storeMessage(storageKey, undefined);
    setPending(undefined);
  };

  // Storage is not available on a server, and the first render must match the server's.
  useBrowserLayoutEffect(() => {
    const message = restoreMessage(storageKey, maxAgeMs);
    const emailView = message && asEmailView(message.view);
    if (emailView) setPending({ ...message, view: emailView, isNew: false });
  }, [storageKey]);

  // Read the address from the form, which is still mounted at this time.
  useBrowserLayoutEffect(() => {
    const emailView = asEmailView(view);
    if (!emailView || state.phase !== "done" || state.confirmation === undefined) return;
    const field = root.current?.querySelector<HTMLInputElement>("input[name=email]");
    if (!field) return;
    const message = { view: emailView, to: field.value, sentAt: Date.now() };
    storeMessage(storageKey, message);
    setPending({ ...message, isNew: true });
  }, [root, state, storageKey, view]);

  // Close the screen if Back, Forward, the application or the client shows another view.
  useBrowserLayoutEffect(() => {
    const hasChanged = view !== latestView.current.view;
    latestView.current.view = view;
    if (!hasChanged || !pending || view === pending.view) return;
    storeMessage(storageKey, undefined);
    setPending(undefined);
  }, [storageKey, view, pending]);

  useSessionStart(auth, close);

  useBrowserLayoutEffect(() => {
    if (pending || !latestView.current.isReturning) return;
    latestView.current.isReturning = false;
    root.current?.querySelector<HTMLInputElement>("input[name=email]")?.select();
  }, [root, pending]);

  if (!pending) return children;
  const { to: email } = pending;
  return (
    <MessageSent
      key={pending.sentAt}
      {...options}
      form={{
        ...form.options,
        // The screen may already be unmounted when the response arrives.
        onSuccess(success) {
          storeMessage(storageKey, undefined);
          form.options.onSuccess?.(success);
          if (success.session) storeMethod(methodOfMessage(pending.view));
        },
      }}
      purpose={pending.view}
      email={email}
      sentAt={pending.sentAt}
      focus={pending.isNew}
      onBack={() => {
        latestView.current.isReturning = true;
        form.submission.reset();
        form.show(pending.view, { email });
        close();
      }}
    >
      {pending.view === "sign_up" && form.options.showLinks !== false && (
        <ExistingAccountLinks form={form} email={email} onLeave={close} />
      )}
    </MessageSent>
  );
}
