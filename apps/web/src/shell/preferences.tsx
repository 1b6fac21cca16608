import { useId, useState } from "react";
import { languageOf, languages } from "../i18n/languages.ts";
import { useTexts, useTranslations } from "../i18n/translations.tsx";
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
  const { language, texts, setLanguage } = useTranslations();
  const [pendingCode, setPendingCode] = useState<string | null>(null);
  const id = useId();
  return (
    <div className="language" aria-busy={pendingCode !== null}>
      <GlobeIcon />
      <label className="visually-hidden" htmlFor={id}>
        {texts.language}
      </label>
      <select
        id={id}
        value={pendingCode ?? language.code}
        onChange={(event) => {
          const nextLanguage = languageOf(event.target.value);
          setPendingCode(nextLanguage.code);
          // If the language cannot be loaded, the select returns to the current one.
          setLanguage(nextLanguage)
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
  const texts = useTexts();
  const { choice, choose } = useScheme();
  const name = useId();
  return (
    <fieldset className="scheme">
      <legend className="visually-hidden">{texts.scheme.label}</legend>
      {schemeChoices.map((option) => {
        const Icon = schemeIcons[option];
        return (
          <label key={option} title={texts.scheme[option]}>
            <input
              type="radio"
              name={name}
              value={option}
              checked={choice === option}
              onChange={() => choose(option)}
            />
            <Icon />
            <span className="visually-hidden">{texts.scheme[option]}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
