import { type Control, choiceValue, options } from "./options.ts";

/** The values of the controls by key. A missing value means the default. */
export type State = Readonly<Record<string, string>>;

/** Parses a URL's query. Drops unknown keys, and values that their control does not accept. */
export function parseState(search: string): State {
  const query = new URLSearchParams(search);
  const state: Record<string, string> = {};
  for (const { key, control } of options) {
    const value = query.get(key);
    if (value !== null && accepts(control, value) && value !== defaultOf(control))
      state[key] = value;
  }
  return state;
}

/** Formats a state as a URL's query; empty when every control has its default. */
export function formatState(state: State): string {
  const query = new URLSearchParams();
  for (const { key } of options) if (state[key] !== undefined) query.set(key, state[key]);
  const text = query.toString();
  return text && `?${text}`;
}

/** Returns the state with a changed value. Default values are left out. */
export function withValue(state: State, key: string, value: string): State {
  const { [key]: _, ...rest } = state;
  return value === defaultOf(controlOf(key)) ? rest : { ...rest, [key]: value };
}

/** Returns the value of a control, or its default. */
export function valueFor(state: State, key: string): string {
  return state[key] ?? defaultOf(controlOf(key));
}

export const isOn = (state: State, key: string) => valueFor(state, key) === "true";

/** Returns the values of a control with several values. */
export const valuesFor = (state: State, key: string) =>
  valueFor(state, key).split(",").filter(Boolean);

/** Parses each line of a text control as `name=value`. A line without "=" has no name. */
export function pairsOf(state: State, key: string): [name: string, value: string][] {
  return valueFor(state, key)
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [, name = "", value = line] = /^([\w:.]+?)\s*=\s*(.*)$/.exec(line) ?? [];
      return [name, value];
    });
}

function controlOf(key: string): Control {
  const option = options.find((candidate) => candidate.key === key);
  if (!option) throw new Error(`The playground has no control ${key}.`);
  return option.control;
}

/** Returns the default value, in the format of the query. */
function defaultOf(control: Control): string {
  switch (control.kind) {
    case "toggle":
      return String(control.initial);
    case "choice":
      return control.choices[0] === undefined ? "" : choiceValue(control.choices[0]);
    case "several":
      return control.initial.join(",");
    case "text":
      return "";
  }
}

function accepts(control: Control, value: string): boolean {
  switch (control.kind) {
    case "toggle":
      return value === "true" || value === "false";
    case "choice":
      return control.choices.map(choiceValue).includes(value);
    case "several": {
      const choices = control.choices.map(choiceValue);
      return value === "" || value.split(",").every((item) => choices.includes(item));
    }
    case "text":
      return control.form !== "number" || /^\d{0,4}$/.test(value);
  }
}
