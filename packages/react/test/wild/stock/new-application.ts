import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Whether the form's style sheet is imported before or after the application's own. */
export type Order = "before" | "after";

/** A new application. */
export interface Application {
  readonly name: string;
  /** The command that creates the application, in a folder with its name. */
  readonly command: readonly string[];
  /** The host from which the command downloads its template, unless the package contains it. */
  readonly templateHost?: string;
  /** The files that replace the template if that host is unreachable. */
  readonly templateFiles?: Readonly<Record<string, string>>;
  /** The packages that its documentation tells the developer to add. */
  readonly addedPackages?: readonly string[];
  /** Changes the generated files. */
  prepare?(root: string): void;
  /** The files that add the form to its page. */
  files(order: Order): Readonly<Record<string, string>>;
  readonly build: readonly string[];
  /** The program that serves the build, and its arguments. */
  serve(port: string): readonly string[];
  /** Whether the application has Tailwind CSS utilities. */
  readonly hasTailwind: boolean;
}

/** The source of a page with the form on a card, and a second form with Tailwind CSS utilities. */
export const formSource = `"use client";
import { createElement } from "react";
import { Auth, AuthCard } from "@portico/react";
import { createClient } from "@supabase/supabase-js";
const supabaseClient = createClient("http://127.0.0.1:9", "key");
const props = { supabaseClient, providers: ["github", "google"], magicLink: true };
const className = { button: "bg-red-500", input: "p-9" };
export default function Form() {
  return createElement(
    "main",
    null,
    createElement(AuthCard, null, createElement(Auth, props)),
    createElement("div", { id: "own" }, createElement(Auth, { ...props, appearance: { className } })),
    createElement("p", { id: "utilities", className: "bg-red-500 p-9" }),
  );
}
`;

const kitSheet = "@portico/react/styles.css";

/** Returns imports of the form's style sheet and the application's, in the given order. */
export function styleImports(appSheet: string, order: Order): string {
  const lines = [`import "${kitSheet}";`, `import "${appSheet}";`];
  return (order === "before" ? lines : lines.reverse()).join("\n");
}

export function editFile(root: string, file: string, change: (text: string) => string): void {
  const path = join(root, file);
  const text = readFileSync(path, "utf8");
  const changedText = change(text);
  if (changedText === text) throw new Error(`${file} no longer has the text to replace.`);
  writeFileSync(path, changedText);
}
