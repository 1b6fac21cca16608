"use client";

import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";
import { useBrowserLayoutEffect } from "../../browser-layout-effect.ts";
import { restoreMessage, storeMessage } from "../../messages/sent-message.ts";
import { useSessionStart } from "../../messages/use-session-start.ts";
import type { AuthPlugin, PluginForm, SignInMethod } from "../plugin.ts";
import { isOff } from "../server-settings/is-off.ts";
import { wordsFor } from "../words-for.ts";
import { phone as english } from "./en.ts";
import type { PhoneOptions, Waiting } from "./options.ts";
import { PhoneForm } from "./phone-form.tsx";

/** How long a code is waited for after a reload, in milliseconds: longer than any is good for. */
const patience = 600_000;

/** True when the number's form is shown, for the button under the other. */
const Opening = createContext<(() => void) | undefined>(undefined);

/**
 * Signing in and up with a phone number: by a code that comes as a message, or with a password.
 *
 * @example
 * const plugins = [phone({ country: "GB", codeLength: 6 })];
 * <Auth supabaseClient={supabase} plugins={plugins} />
 */
export function phone(options: PhoneOptions = {}): AuthPlugin {
  return {
    Screen: (props) => <PhoneScreen {...props} options={options} />,
    Below: UsePhone,
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
  // The view that it was opened from: another view, by Back or by the client, closes it.
  const [from, setFrom] = useState<string>();
  const [waiting, setWaiting] = useState<Waiting>();
  const shown = from === form.view;
  const before = useRef(false);
  const returning = useRef(false);

  // A server, and the first render in the browser, know of no storage.
  useBrowserLayoutEffect(() => {
    const kept = restoreMessage(storageKey, patience);
    if (!kept) return;
    setFrom(kept.view);
    setWaiting({ ...kept, fresh: false });
  }, [storageKey]);

  const wait = useCallback(
    (sent: Waiting | undefined) => {
      storeMessage(storageKey, sent && { view: sent.view, to: sent.to, at: sent.at });
      setWaiting(sent);
    },
    [storageKey],
  );

  useSessionStart(form.options.supabaseClient.auth, () => {
    if (waiting) wait(undefined);
  });

  useBrowserLayoutEffect(() => {
    if (before.current && !shown) {
      wait(undefined);
      setFrom(undefined);
    }
    before.current = shown;
    // The button that was pressed is gone; an address is asked for in its place.
    if (!shown && returning.current)
      form.root.current?.querySelector<HTMLInputElement>("input[name=email]")?.focus();
    returning.current = false;
  }, [form.root, shown, wait]);

  if (shown) {
    return (
      <PhoneForm
        form={form}
        options={options}
        waiting={waiting}
        onWaiting={wait}
        onDone={() => storeMessage(storageKey, undefined)}
        onBack={() => {
          returning.current = true;
          setFrom(undefined);
        }}
      />
    );
  }
  return (
    <Opening.Provider
      value={() => {
        form.submission.reset();
        setFrom(form.view);
      }}
    >
      {children}
    </Opening.Provider>
  );
}

function UsePhone({ form }: { form: PluginForm }) {
  const open = useContext(Opening);
  if (!method.isOffered(form)) return null;
  return (
    <div className="portico-ways">
      <button type="button" className="portico-way" data-method="phone" onClick={open}>
        {wordsFor("phone", english, form.options.localization).use_phone}
      </button>
    </div>
  );
}
