"use client";

import { createContext, type ReactNode, useContext, useState } from "react";
import type { AuthForm } from "../../use-auth-form.ts";
import type { CodeOptions } from "../code/code-screen.tsx";
import type { Extra } from "../extra.ts";
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
}

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
  };
}

interface PhoneScreenProps {
  form: AuthForm;
  children: ReactNode;
  options: PhoneOptions;
}

function PhoneScreen({ form, children, options }: PhoneScreenProps) {
  // The view that it was opened from: another view, by Back or by the client, closes it.
  const [from, setFrom] = useState<string>();
  if (from === form.view) {
    return <PhoneForm form={form} options={options} onBack={() => setFrom(undefined)} />;
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

function UsePhone({ form }: { form: AuthForm }) {
  const open = useContext(Opening);
  if (!/^(sign_in|sign_up|magic_link)$/.test(form.view)) return null;
  return (
    <div className="portico-ways">
      <button type="button" className="portico-way" onClick={open}>
        {wordsFor("phone", english, form.options.localization).use_phone}
      </button>
    </div>
  );
}
