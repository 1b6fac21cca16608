"use client";

import { useId, useMemo, useState } from "react";
import { Label } from "../../elements/label.tsx";
import { Field } from "../../form/field.tsx";
import { callingCodes } from "./calling-codes.ts";
import { countryOf } from "./number.ts";

interface PhoneNumberProps {
  /** The country to begin with (ISO 3166-1). */
  country: string;
  onCountry: (country: string) => void;
  /** The countries to choose from. */
  countries: readonly string[];
  defaultValue: string;
  labels: { readonly country: string; readonly number: string; readonly hint: string };
  /** The language to name countries in. */
  lang: string | undefined;
  /** The id of what says that the number is wrong, while it is. */
  wrong: string | undefined;
}

/**
 * A phone number of any country: the country is chosen from a list, or told by a number that is
 * typed, pasted or filled in with its code. The input is named `phone`.
 */
export function PhoneNumber(props: PhoneNumberProps) {
  const { country, onCountry, countries, labels, lang } = props;
  const id = useId();
  const named = useMemo(() => byName(countries, lang), [countries, lang]);
  const [typed, setTyped] = useState(props.defaultValue);
  // A number that a browser fills in as a whole names its country itself.
  const told = countryOf(typed, country);

  return (
    <>
      <div className="portico-field">
        <Label htmlFor={`${id}country`}>{labels.country}</Label>
        <select
          id={`${id}country`}
          className="portico-input portico-select"
          autoComplete="off"
          value={told ?? country}
          onChange={(event) => {
            onCountry(event.currentTarget.value);
            if (told) setTyped("");
          }}
        >
          {named.map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <Field
        label={{ htmlFor: `${id}phone`, children: labels.number }}
        input={{
          id: `${id}phone`,
          name: "phone",
          type: "tel",
          autoComplete: "tel",
          placeholder: labels.hint,
          "aria-required": true,
          "aria-invalid": props.wrong ? true : undefined,
          "aria-describedby": props.wrong,
          value: typed,
          onChange: (event) => {
            const { value } = event.currentTarget;
            setTyped(value);
            const next = countryOf(value, country);
            if (next) onCountry(next);
          },
        }}
      />
    </>
  );
}

/** The countries with their names and calling codes, in the order of a dictionary. */
function byName(countries: readonly string[], lang: string | undefined) {
  const names = new Intl.DisplayNames(lang, { type: "region" });
  const { compare } = new Intl.Collator(lang);
  return countries
    .map((code) => [code, `${names.of(code)} (+${callingCodes.get(code)})`] as const)
    .sort(([, one], [, other]) => compare(one, other));
}
