import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Whether the form's style sheet is imported before the application's own, or after it. */
export type Order = "before" | "after";

/** An application as people start it. */
export interface Application {
  readonly name: string;
  /** The command that makes it, in a folder of its name. */
  readonly command: readonly string[];
  /** The host that the command fetches its template from, where the package does not contain it. */
  readonly templateFrom?: string;
  /** What stands for the template while that host is out of reach. */
  readonly byHand?: Readonly<Record<string, string>>;
  /** What its makers' documentation adds by hand. */
  readonly adds?: readonly string[];
  /** Changes what the command wrote. */
  prepare?(root: string): void;
  /** The files that put the form on its page. */
  files(order: Order): Readonly<Record<string, string>>;
  readonly build: readonly string[];
  /** The program that serves what was built, and its arguments. */
  serve(port: string): readonly string[];
  /** Whether utilities of Tailwind CSS are there. */
  readonly hasTailwind: boolean;
}

/** The form, on a card, and another that carries utilities of Tailwind CSS. */
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

/** An import of the form's style sheet before or after that of the application. */
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
