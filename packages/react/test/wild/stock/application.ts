import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Whether the form's style sheet is imported before or after the application's own. */
export type Order = "before" | "after";

/** A new application. */
export interface Application {
  readonly name: string;
  /** The command that creates it, in a folder of its name. */
  readonly command: readonly string[];
  /** The host from which the command downloads its template, unless the package contains it. */
  readonly templateFrom?: string;
  /** The replacement for the template while that host is unreachable. */
  readonly byHand?: Readonly<Record<string, string>>;
  /** The steps that its documentation adds by hand. */
  readonly addedByHand?: readonly string[];
  /** Changes the generated files. */
  prepare?(root: string): void;
  /** The files that add the form to its page. */
  files(order: Order): Readonly<Record<string, string>>;
  readonly build: readonly string[];
  /** The program that serves the build, and its arguments. */
  serve(port: string): readonly string[];
  /** True if the application has the utilities of Tailwind CSS. */
  readonly hasTailwind: boolean;
}

/** The form on a card, and another one with utilities of Tailwind CSS. */
export const form = `"use client";
import { createElement } from "react";
import { Auth, AuthCard } from "@portico/react";
import { createClient } from "@supabase/supabase-js";
const supabaseClient = createClient("http://127.0.0.1:9", "key");
const shown = { supabaseClient, providers: ["github", "google"], magicLink: true };
const className = { button: "bg-red-500", input: "p-9" };
export default function Form() {
  return createElement(
    "main",
    null,
    createElement(AuthCard, null, createElement(Auth, shown)),
    createElement("div", { id: "own" }, createElement(Auth, { ...shown, appearance: { className } })),
    createElement("p", { id: "utilities", className: "bg-red-500 p-9" }),
  );
}
`;

const sheet = "@portico/react/styles.css";

/** Returns imports of the form's style sheet and the application's, in the given order. */
export function imports(own: string, order: Order): string {
  const lines = [`import "${sheet}";`, `import "${own}";`];
  return (order === "before" ? lines : lines.reverse()).join("\n");
}

export function edit(root: string, file: string, change: (text: string) => string): void {
  const path = join(root, file);
  const text = readFileSync(path, "utf8");
  const changed = change(text);
  if (changed === text) throw new Error(`${file} is not what it was when this was written.`);
  writeFileSync(path, changed);
}
