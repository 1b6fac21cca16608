"use client";

import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";
import { useBrowserLayoutEffect } from "../../browser-layout-effect.ts";
import type { AuthForm } from "../../use-auth-form.ts";
import type { CodeOptions } from "../code/code-screen.tsx";
import { keep, recall, type Sent } from "../code/kept.ts";
import type { AroundForm, Extra, Way } from "../extra.ts";
import { wordsFor } from "../words-for.ts";
import { phone as english } from "./en.ts";
import { PhoneForm } from "./phone-form.tsx";

export interface PhoneOptions extends CodeOptions {
  /** The country to begin with (ISO 3166-1). Default: that of the browser's language. */
  country?: string;
  /** The countries to choose from. Default: all. */
  countries?: readonly string[];
  /** Whether people may have a password with their number. Default: true. */
  password?: boolean;
  /**
   * What a reload of the tab finds the wait for a code by, in its `sessionStorage`. Default:
   * "portico.phone". Give each its own where one page has several forms.
   */
  storageKey?: string;
}

/** How long a code is waited for after a reload, in milliseconds: longer than any is good for. */
const patience = 600_000;

/** Whether the number's form is shown, for the button under the other. */
const Opening = createContext<(() => void) | undefined>(undefined);

/**
 * Signing in and up with a phone number: by a code that comes as a message, or with a password.
 *
 * @example
 * const around = [phone({ country: "GB", codeLength: 6 })];
 * <Auth supabaseClient={supabase} around={around} />
 */
export function phone(options: PhoneOptions = {}): Extra {
  return {
    Screen: (props) => <PhoneScreen {...props} options={options} />,
    Below: UsePhone,
    way,
  };
}

const way: Way = {
  name: "phone",
  isOffered: ({ view }) => /^(sign_in|sign_up|magic_link)$/.test(view),
};

interface PhoneScreenProps {
  form: AuthForm;
  children: ReactNode;
  options: PhoneOptions;
}

/** A code, and whether it was sent just now. */
export interface Waiting extends Sent {
  readonly fresh: boolean;
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
    const kept = recall(storageKey, patience);
    if (!kept) return;
    setFrom(kept.view);
    setWaiting({ ...kept, fresh: false });
  }, [storageKey]);

  const wait = useCallback(
    (sent: Waiting | undefined) => {
      keep(storageKey, sent && { view: sent.view, to: sent.to, at: sent.at });
      setWaiting(sent);
    },
    [storageKey],
  );

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
        onDone={() => keep(storageKey, undefined)}
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

function UsePhone({ form }: { form: AroundForm }) {
  const open = useContext(Opening);
  if (!way.isOffered(form)) return null;
  return (
    <div className="portico-ways">
      <button type="button" className="portico-way" data-way="phone" onClick={open}>
        {wordsFor("phone", english, form.options.localization).use_phone}
      </button>
    </div>
  );
}
