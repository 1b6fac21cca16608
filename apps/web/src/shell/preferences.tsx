import { useId, useState } from "react";
import { languageOf, languages } from "../i18n/languages.ts";
import { useVocabulary, useWords } from "../i18n/vocabulary.tsx";
import { GlobeIcon, MoonIcon, ScreenIcon, SunIcon } from "../icons/icons.tsx";
import { schemeChoices, useScheme } from "./scheme.ts";

/** The choice of language and color scheme, in the footer of every page. */
export function Preferences() {
  return (
    <div className="preferences">
      <LanguageChoice />
      <SchemeChoice />
    </div>
  );
}

function LanguageChoice() {
  const { language, words, setLanguage } = useVocabulary();
  const [pendingCode, setPendingCode] = useState<string | null>(null);
  const id = useId();
  return (
    <div className="language" aria-busy={pendingCode !== null}>
      <GlobeIcon />
      <label className="visually-hidden" htmlFor={id}>
        {words.language}
      </label>
      <select
        id={id}
        value={pendingCode ?? language.code}
        onChange={(event) => {
          const next = languageOf(event.target.value);
          setPendingCode(next.code);
          // If the language cannot be loaded, the select returns to the current one.
          setLanguage(next)
            .catch(() => undefined)
            .finally(() => setPendingCode(null));
        }}
      >
        {languages.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

const schemeIcons = { system: ScreenIcon, light: SunIcon, dark: MoonIcon };

function SchemeChoice() {
  const words = useWords();
  const { choice, choose } = useScheme();
  const name = useId();
  return (
    <fieldset className="scheme">
      <legend className="visually-hidden">{words.scheme.label}</legend>
      {schemeChoices.map((option) => {
        const Icon = schemeIcons[option];
        return (
          <label key={option} title={words.scheme[option]}>
            <input
              type="radio"
              name={name}
              value={option}
              checked={choice === option}
              onChange={() => choose(option)}
            />
            <Icon />
            <span className="visually-hidden">{words.scheme[option]}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
