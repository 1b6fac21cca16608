import { useState } from "react";
import { choiceLabel, choiceValue, type Option, sections } from "./options.ts";
import { hasEffect } from "./parts.ts";
import { type State, valueFor, valuesFor } from "./state.ts";
import "./controls.css";

export interface ControlsProps {
  readonly state: State;
  /** Called with the key of a control and its new value. */
  readonly onChange: (key: string, value: string) => void;
}

/** Renders the controls by section. A control without effect is disabled. */
export function Controls(props: ControlsProps) {
  // On a phone the sections start closed, because the form is below them.
  const [isBeside] = useState(() => matchMedia("(min-width: 50rem)").matches);
  return sections.map(({ title, options }, index) => {
    const changedCount = options.filter(({ key }) => props.state[key] !== undefined).length;
    return (
      <details key={title} open={isBeside && index < 2}>
        <summary>
          {title}
          {changedCount > 0 && <span className="count">{changedCount} set</span>}
        </summary>
        <div className="options">
          {options.map((option) => (
            <ControlField key={option.key} option={option} {...props} />
          ))}
        </div>
      </details>
    );
  });
}

function ControlField({ option, state, onChange }: ControlsProps & { option: Option }) {
  const { key, label, control, hint } = option;
  const id = `control-${key}`;
  const value = valueFor(state, key);
  const disabled = !hasEffect(state, option);
  const hintProps = hint ? { "aria-describedby": `${id}-hint` } : {};
  const hintElement = hint && (
    <small className="hint" id={`${id}-hint`}>
      {hint}
    </small>
  );

  if (control.kind === "toggle")
    return (
      <div className="option toggle">
        <input
          id={id}
          type="checkbox"
          checked={value === "true"}
          disabled={disabled}
          onChange={({ target }) => onChange(key, String(target.checked))}
          {...hintProps}
        />
        <label htmlFor={id}>{label}</label>
        {hintElement}
      </div>
    );

  if (control.kind === "several") {
    const chosenValues = valuesFor(state, key);
    return (
      <fieldset className="option several" disabled={disabled} {...hintProps}>
        <legend>{label}</legend>
        {hintElement}
        <div>
          {control.choices.map((item) => {
            const name = choiceValue(item);
            return (
              <span key={name}>
                <input
                  id={`${id}-${name}`}
                  type="checkbox"
                  checked={chosenValues.includes(name)}
                  onChange={({ target }) => {
                    const others = chosenValues.filter((other) => other !== name);
                    onChange(key, (target.checked ? [...others, name] : others).join(","));
                  }}
                />
                <label htmlFor={`${id}-${name}`}>{choiceLabel(item)}</label>
              </span>
            );
          })}
        </div>
      </fieldset>
    );
  }

  return (
    <div className="option">
      <label htmlFor={id}>{label}</label>
      {control.kind === "choice" ? (
        <select
          id={id}
          value={value}
          disabled={disabled}
          onChange={({ target }) => onChange(key, target.value)}
          {...hintProps}
        >
          {control.choices.map((item) => (
            <option key={choiceValue(item)} value={choiceValue(item)}>
              {choiceLabel(item)}
            </option>
          ))}
        </select>
      ) : control.form === "pairs" || key === "redirectTo" ? (
        <textarea
          id={id}
          rows={2}
          value={value}
          placeholder={control.example}
          disabled={disabled}
          spellCheck={false}
          onChange={({ target }) => onChange(key, target.value)}
          {...hintProps}
        />
      ) : (
        <input
          id={id}
          type="text"
          inputMode={control.form === "number" ? "numeric" : "text"}
          value={value}
          placeholder={control.example}
          disabled={disabled}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => onChange(key, target.value)}
          {...hintProps}
        />
      )}
      {hintElement}
    </div>
  );
}
