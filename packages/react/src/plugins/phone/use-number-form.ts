"use client";

import { type ComponentPropsWithRef, type RefObject, useCallback, useMemo, useState } from "react";
import { useBrowserLayoutEffect } from "../../browser-layout-effect.ts";
import { takeCaptcha } from "../../form/captcha.ts";
import { FieldError } from "../../form/failure.ts";
import type { FormButton, FormField } from "../../form/form.ts";
import { formValues } from "../../form/form-values.ts";
import { notify } from "../../form/notify.ts";
import type { FormOptions } from "../../form/options.ts";
import { useFormEngine } from "../../form/use-form-engine.ts";
import type { SubmissionHandle } from "../../form/use-submission.ts";
import type { Words } from "../../i18n/en.ts";
import { withoutUndefined } from "../without-undefined.ts";
import type { PluginLocalization, PluginWords } from "../words.ts";
import { wordsFor } from "../words-for.ts";
import { callingCodes } from "./calling-codes.ts";
import { phone as english } from "./en.ts";
import { countryOf, e164 } from "./number.ts";
import type { PhoneOptions } from "./options.ts";

/** A button that does something beside the form. */
export interface WayOn {
  readonly type: "button";
  readonly children: string;
  readonly onClick: () => void;
}

/** The form for a phone number without its markup: each part is what to spread on its element. */
export interface NumberForm {
  readonly words: PluginWords["phone"];
  readonly form: ComponentPropsWithRef<"form">;
  readonly heading: { readonly id: string; readonly tabIndex: -1; readonly children: string };
  /** The countries to choose from, in the order of a dictionary: each value with its text. */
  readonly country: {
    readonly label: FormField["label"];
    readonly select: Omit<ComponentPropsWithRef<"select">, "size">;
    readonly options: readonly (readonly [value: string, text: string])[];
  };
  readonly number: Omit<FormField, "name">;
  /** The password, where one is asked for. */
  readonly password: FormField | undefined;
  readonly button: FormButton;
  /** Asks for a code in the place of a password, or the other way round. */
  readonly other: WayOn | undefined;
}

/** The methods for the form that stands around it. */
interface NumberFormHandle extends NumberForm {
  /** Puts a number into its field. */
  readonly write: (number: string) => void;
  /** Puts the focus into that field. */
  readonly focus: () => void;
}

interface NumberFormOptions extends FormOptions {
  localization?: PluginLocalization;
}

/** The parts that the number shares with the form that it stands in. */
interface Around {
  signsUp: boolean;
  words: Words;
  submission: SubmissionHandle;
  /** The id of the element that says what went wrong. */
  alertId: string;
  /** A code was sent to this number. */
  onSent: (number: string) => void;
}

const everywhere = [...callingCodes.keys()];

/**
 * Asks for the number of any country, and for a password where people may have one: the country is
 * chosen from a list, or told by a number that is typed, pasted or filled in with its code.
 */
export function useNumberForm(
  { signsUp, words: formWords, submission, alertId, onSent }: Around,
  given: NumberFormOptions,
  options: PhoneOptions,
): NumberFormHandle {
  const { localization, supabaseClient } = given;
  const words = wordsFor("phone", english, localization);
  const texts = formWords[signsUp ? "sign_up" : "sign_in"];
  const { countries = everywhere } = options;
  const [country, setCountry] = useState(options.country);
  const [byPassword, setByPassword] = useState(signsUp && options.password !== false);
  const [typed, setTyped] = useState("");
  const here = useLocaleGuess();
  const lang = localization?.lang ?? here?.lang;
  const named = useMemo(() => (here ? byName(countries, lang) : []), [countries, here, lang]);
  const engine = useFormEngine(submission, alertId);
  const { id, ref } = engine;
  // A number that a browser fills in as a whole names its country itself.
  const chosen = country ?? here?.country ?? anywhere;
  const told = countryOf(typed, chosen);
  const busy = submission.sending("phone");
  const focus = useCallback(() => ref.current?.querySelector("input")?.focus(), [ref]);

  async function send(form: HTMLFormElement) {
    const values = formValues(form);
    const number = e164(values.phone, chosen);
    if (!number) throw new FieldError("phone", words.number_invalid);
    const session = await ask(number, values.password);
    if (!session) onSent(number);
    return undefined;
  }

  /** Asks the server. Null: a code is on its way. */
  async function ask(number: string, password: string) {
    const { auth } = supabaseClient;
    const captcha = await takeCaptcha(given);
    const { additionalData: data, shouldCreateUser } = given;
    const create = signsUp ? true : shouldCreateUser;
    const answer = !byPassword
      ? await auth.signInWithOtp({
          phone: number,
          options: { ...captcha, ...withoutUndefined({ data, shouldCreateUser: create }) },
        })
      : signsUp
        ? await auth.signUp({
            phone: number,
            password,
            options: { ...captcha, ...withoutUndefined({ data }) },
          })
        : await auth.signInWithPassword({ phone: number, password, options: { ...captcha } });
    if (answer.error) throw answer.error;
    const { session, user } = answer.data;
    notify(() => given.onSuccess?.({ view: signsUp ? "sign_up" : "sign_in", user, session }));
    return session;
  }

  return {
    words,
    heading: {
      id: `${id}heading`,
      tabIndex: -1,
      children: signsUp ? words.sign_up_heading : words.sign_in_heading,
    },
    form: {
      ...engine.form("phone", send),
      ref: ref as RefObject<HTMLFormElement | null>,
      "aria-labelledby": `${id}heading`,
    },
    country: {
      label: { htmlFor: `${id}country`, children: words.country_label },
      select: {
        id: `${id}country`,
        autoComplete: "off",
        value: told ?? chosen,
        onChange(event) {
          setCountry(event.currentTarget.value);
          if (told) setTyped("");
        },
      },
      options: named,
    },
    number: {
      label: { htmlFor: `${id}phone`, children: words.number_label },
      input: {
        type: "tel",
        autoComplete: "tel",
        placeholder: words.number_hint,
        "aria-required": true,
        ...engine.field("phone"),
        value: typed,
        onChange(event) {
          const { value } = event.currentTarget;
          setTyped(value);
          const next = countryOf(value, chosen);
          if (next) setCountry(next);
        },
      },
    },
    password: byPassword
      ? {
          name: "password",
          label: { htmlFor: `${id}password`, children: texts.password_label },
          input: {
            ...engine.field("password"),
            type: "password",
            autoComplete: signsUp ? "new-password" : "current-password",
            "aria-required": true,
          },
        }
      : undefined,
    button: {
      ...engine.button("phone"),
      children: byPassword
        ? texts[busy ? "loading_button_label" : "button_label"]
        : words[busy ? "send_loading_button_label" : "send_button_label"],
    },
    other:
      options.password === false
        ? undefined
        : {
            type: "button",
            children: byPassword ? words.by_code : words.by_password,
            onClick() {
              submission.reset();
              setByPassword(!byPassword);
            },
          },
    write: setTyped,
    focus,
  };
}

/** The country to begin with where the browser's language says none. */
const anywhere = "US";

/**
 * The language of the page, and the country of the browser's, as far as it says one. A server knows
 * neither, nor names countries as the browser does: they are there before the first paint.
 */
function useLocaleGuess():
  | { readonly lang: string | undefined; readonly country: string }
  | undefined {
  const [here, setHere] = useState<ReturnType<typeof useLocaleGuess>>();
  useBrowserLayoutEffect(() => {
    const { region } = new Intl.Locale(navigator.language).maximize();
    setHere({
      lang: document.documentElement.lang || undefined,
      country: region && callingCodes.has(region) ? region : anywhere,
    });
  }, []);
  return here;
}

/** The countries with their names and calling codes. */
function byName(countries: readonly string[], lang: string | undefined) {
  const names = new Intl.DisplayNames(lang, { type: "region" });
  const { compare } = new Intl.Collator(lang);
  return countries
    .map((code) => [code, `${names.of(code)} (+${callingCodes.get(code)})`] as const)
    .sort(([, one], [, other]) => compare(one, other));
}
