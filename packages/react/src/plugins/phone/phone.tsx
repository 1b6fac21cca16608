"use client";

import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";
import { useBrowserLayoutEffect } from "../../browser-layout-effect.ts";
import { restoreMessage, storeMessage } from "../../messages/sent-message.ts";
import { useSessionStart } from "../../messages/use-session-start.ts";
import type { AuthPlugin, PluginForm, SignInMethod } from "../plugin.ts";
import { isOff } from "../server-settings/is-off.ts";
import { wordsFor } from "../words-for.ts";
import { phone as english } from "./en.ts";
import type { PendingMessage, PhoneOptions } from "./options.ts";
import { PhoneForm } from "./phone-form.tsx";

/** Restores the screen for the code after a reload, for longer than any code is valid. */
const maxAgeMs = 600_000;

/** Opens the form for a phone number, for the button below the other form. */
const OpenPhoneContext = createContext<(() => void) | undefined>(undefined);

/**
 * Signs in and up with a phone number: with a code that is sent as a text message, or with a password.
 *
 * @example
 * const plugins = [phone({ country: "GB", codeLength: 6 })];
 * <Auth supabaseClient={supabase} plugins={plugins} />
 */
export function phone(options: PhoneOptions = {}): AuthPlugin {
  return {
    Screen: (props) => <PhoneScreen {...props} options={options} />,
    Below: PhoneButton,
    method,
  };
}

const method: SignInMethod = {
  name: "phone",
  isOffered: ({ options, view }) =>
    (view === "sign_in" || view === "sign_up" || view === "magic_link") &&
    !isOff(options, ({ external }) => external?.["phone"]),
};

interface PhoneScreenProps {
  form: PluginForm;
  children: ReactNode;
  options: PhoneOptions;
}

function PhoneScreen({ form, children, options }: PhoneScreenProps) {
  const { storageKey = "portico.phone" } = options;
  // The view from which this form was opened. It closes when another view is shown.
  const [from, setFrom] = useState<string>();
  const [pending, setPending] = useState<PendingMessage>();
  const isOpen = from === form.view;
  const wasOpen = useRef(false);
  const isReturning = useRef(false);

  // Storage is not available on a server, and the first render must match the server's.
  useBrowserLayoutEffect(() => {
    const restored = restoreMessage(storageKey, maxAgeMs);
    if (!restored) return;
    setFrom(restored.view);
    setPending({ ...restored, fresh: false });
  }, [storageKey]);

  const wait = useCallback(
    (sent: PendingMessage | undefined) => {
      storeMessage(storageKey, sent && { view: sent.view, to: sent.to, at: sent.at });
      setPending(sent);
    },
    [storageKey],
  );

  useSessionStart(form.options.supabaseClient.auth, () => {
    if (pending) wait(undefined);
  });

  useBrowserLayoutEffect(() => {
    if (wasOpen.current && !isOpen) {
      wait(undefined);
      setFrom(undefined);
    }
    wasOpen.current = isOpen;
    // The pressed button is unmounted, so the e-mail field takes the focus.
    if (!isOpen && isReturning.current)
      form.root.current?.querySelector<HTMLInputElement>("input[name=email]")?.focus();
    isReturning.current = false;
  }, [form.root, isOpen, wait]);

  if (isOpen) {
    return (
      <PhoneForm
        form={form}
        options={options}
        pending={pending}
        onPending={wait}
        onDone={() => storeMessage(storageKey, undefined)}
        onBack={() => {
          isReturning.current = true;
          setFrom(undefined);
        }}
      />
    );
  }
  return (
    <OpenPhoneContext.Provider
      value={() => {
        form.submission.reset();
        setFrom(form.view);
      }}
    >
      {children}
    </OpenPhoneContext.Provider>
  );
}

function PhoneButton({ form }: { form: PluginForm }) {
  const open = useContext(OpenPhoneContext);
  if (!method.isOffered(form)) return null;
  return (
    <div className="portico-ways">
      <button type="button" className="portico-way" data-method="phone" onClick={open}>
        {wordsFor("phone", english, form.options.localization).use_phone}
      </button>
    </div>
  );
}
