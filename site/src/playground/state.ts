import { type Control, options, valueIn } from "./options.ts";

/** The values of the controls. A control that is not there has its default. */
export type State = Readonly<Record<string, string>>;

/** The state that an address keeps. What no control has, and values that theirs cannot have, are dropped. */
export function stateOf(search: string): State {
  const given = new URLSearchParams(search);
  const state: Record<string, string> = {};
  for (const { key, control } of options) {
    const value = given.get(key);
    if (value !== null && can(control, value) && value !== initialOf(control)) state[key] = value;
  }
  return state;
}

/** The query of the address that keeps a state: empty when all is as by default. */
export function searchOf(state: State): string {
  const query = new URLSearchParams();
  for (const { key } of options) if (state[key] !== undefined) query.set(key, state[key]);
  const text = query.toString();
  return text && `?${text}`;
}

/** The state with one more said. A default is left out. */
export function saying(state: State, key: string, value: string): State {
  const { [key]: _, ...rest } = state;
  return value === initialOf(controlOf(key)) ? rest : { ...rest, [key]: value };
}

/** The value of a control, or its default. */
export function said(state: State, key: string): string {
  return state[key] ?? initialOf(controlOf(key));
}

export const isOn = (state: State, key: string) => said(state, key) === "true";

/** The values of a control for several. */
export const severalOf = (state: State, key: string) => said(state, key).split(",").filter(Boolean);

/** The lines of a text as `name=value`. A line without "=" has no name. */
export function pairsOf(state: State, key: string): [name: string, value: string][] {
  return said(state, key)
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [, name = "", value = line] = /^([\w:.]+?)\s*=\s*(.*)$/.exec(line) ?? [];
      return [name, value];
    });
}

function controlOf(key: string): Control {
  const found = options.find((option) => option.key === key);
  if (!found) throw new Error(`The playground has no control ${key}.`);
  return found.control;
}

/** Its default, as the address would say it. */
function initialOf(control: Control): string {
  switch (control.kind) {
    case "toggle":
      return String(control.initial);
    case "choice":
      return control.choices[0] === undefined ? "" : valueIn(control.choices[0]);
    case "several":
      return control.initial.join(",");
    case "text":
      return "";
  }
}

function can(control: Control, value: string): boolean {
  switch (control.kind) {
    case "toggle":
      return value === "true" || value === "false";
    case "choice":
      return control.choices.map(valueIn).includes(value);
    case "several": {
      const known = control.choices.map(valueIn);
      return value === "" || value.split(",").every((one) => known.includes(one));
    }
    case "text":
      return control.form !== "number" || /^\d{0,4}$/.test(value);
  }
}
