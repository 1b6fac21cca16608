"use client";

import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";
import { useBrowserLayoutEffect } from "../../browser-layout-effect.ts";
import { restoreMessage, storeMessage } from "../../messages/sent-message.ts";
import { useSessionStart } from "../../messages/use-session-start.ts";
import type { AuthPlugin, PluginForm, SignInMethod } from "../plugin.ts";
import { isDisabledByServer } from "../server-settings/is-disabled-by-server.ts";
import { textsFor } from "../texts-for.ts";
import { phone as english } from "./en.ts";
import type { PendingMessage, PhoneOptions } from "./options.ts";
import { PhoneForm } from "./phone-form.tsx";

/** A reload restores the screen for the code for this long, which is longer than a code is valid. */
const maxAgeMs = 600_000;

/** The button below the e-mail form calls this function to open the phone form. */
const OpenPhoneContext = createContext<(() => void) | undefined>(undefined);

/**
 * Signs in or up with a phone number and a code from a text message, or a password.
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
    !isDisabledByServer(options, ({ external }) => external?.["phone"]),
};

interface PhoneScreenProps {
  form: PluginForm;
  children: ReactNode;
  options: PhoneOptions;
}

function PhoneScreen({ form, children, options }: PhoneScreenProps) {
  const { storageKey = "portico.phone" } = options;
  // The view that was shown when the phone form was opened. The form closes when another view is shown.
  const [openedIn, setOpenedIn] = useState<string>();
  const [pending, setPending] = useState<PendingMessage>();
  const isOpen = openedIn === form.view;
  const wasOpen = useRef(false);
  const isReturning = useRef(false);

  // Storage is not available on a server, and the first render must match the server's.
  useBrowserLayoutEffect(() => {
    const message = restoreMessage(storageKey, maxAgeMs);
    if (!message) return;
    setOpenedIn(message.view);
    setPending({ ...message, isNew: false });
  }, [storageKey]);

  const updatePending = useCallback(
    (message: PendingMessage | undefined) => {
      storeMessage(
        storageKey,
        message && { view: message.view, to: message.to, sentAt: message.sentAt },
      );
      setPending(message);
    },
    [storageKey],
  );

  useSessionStart(form.options.supabaseClient.auth, () => {
    if (pending) updatePending(undefined);
  });

  useBrowserLayoutEffect(() => {
    if (wasOpen.current && !isOpen) {
      updatePending(undefined);
      setOpenedIn(undefined);
    }
    wasOpen.current = isOpen;
    // Focus the e-mail field, because the pressed button was unmounted.
    if (!isOpen && isReturning.current)
      form.root.current?.querySelector<HTMLInputElement>("input[name=email]")?.focus();
    isReturning.current = false;
  }, [form.root, isOpen, updatePending]);

  if (isOpen) {
    return (
      <PhoneForm
        form={form}
        options={options}
        pending={pending}
        onPending={updatePending}
        onVerified={() => storeMessage(storageKey, undefined)}
        onBack={() => {
          isReturning.current = true;
          setOpenedIn(undefined);
        }}
      />
    );
  }
  return (
    <OpenPhoneContext.Provider
      value={() => {
        form.submission.reset();
        setOpenedIn(form.view);
      }}
    >
      {children}
    </OpenPhoneContext.Provider>
  );
}

function PhoneButton({ form }: { form: PluginForm }) {
  const openForm = useContext(OpenPhoneContext);
  if (!method.isOffered(form)) return null;
  return (
    <div className="portico-ways">
      <button type="button" className="portico-way" data-method="phone" onClick={openForm}>
        {textsFor("phone", english, form.options.localization).use_phone}
      </button>
    </div>
  );
}
