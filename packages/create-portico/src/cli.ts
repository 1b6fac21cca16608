#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { basename, relative } from "node:path";
import { inspect } from "node:util";
import { readArguments, usage, type Wishes } from "./arguments.ts";
import { askTemplate } from "./ask.ts";
import { checkEmpty, create } from "./create.ts";
import { packageManager } from "./programs.ts";
import { oldestNode, type TemplateName } from "./templates.ts";
import { UsageError } from "./usage-error.ts";

async function main(): Promise<void> {
  const wishes = readArguments(process.argv.slice(2));
  if (wishes === "help") return say(usage);
  if (wishes === "version") return say(`${ownVersion()}\n`);
  checkEmpty(wishes.folder);
  const signal = interruption();
  const template = wishes.template ?? (await askTemplate(signal));
  checkNode(template);
  const manager = packageManager();
  const work = wishes.installs ? ` and installing packages with ${manager}` : "";
  say(`Creating ${placeOf(wishes.folder)} from the template ${template}${work}…\n`);
  const begun = performance.now();
  const isInstalled = await create(
    { ...wishes, template, installer: wishes.installs ? manager : undefined },
    signal,
  );
  const seconds = Math.max(1, Math.round((performance.now() - begun) / 1000));
  say(farewell(wishes, manager, seconds, isInstalled));
  if (!isInstalled) process.exitCode = 1;
}

/** Tells what to do next, and what to open. */
function farewell(
  { folder, installs }: Wishes,
  manager: string,
  seconds: number,
  isInstalled: boolean,
): string {
  const place = placeOf(folder);
  const isPlain = /^[\p{L}\p{N}\\/._@-]+$/u.test(place);
  const steps = [
    ...(folder === process.cwd() ? [] : [`cd ${isPlain ? place : `"${place}"`}`]),
    ...(installs && isInstalled ? [] : [`${manager} install`]),
    `${manager} run dev`,
  ];
  const ready = installs ? `Created ${place} in ${seconds} s.` : `Created ${place}.`;
  const state = isInstalled ? ready : `Created ${place}, but its packages couldn't be installed.`;
  return `
${state}

${steps.map((step) => `  ${step}\n`).join("")}
Then open http://localhost:3000 and sign up. Emails arrive at http://127.0.0.1:54321/inbox.
Or sign in as ada@example.com with the password "correct horse battery".
`;
}

/** The folder as seen from here; where it is here, by its name. */
function placeOf(folder: string): string {
  return relative(process.cwd(), folder) || basename(folder);
}

/** @throws {UsageError} where the template needs a newer Node.js than this */
function checkNode(template: TemplateName): void {
  const oldest = oldestNode(template);
  const [major = 0, minor = 0] = oldest.split(".").map(Number);
  const [ownMajor = 0, ownMinor = 0] = process.versions.node.split(".").map(Number);
  if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return;
  throw new UsageError(
    `The template ${template} needs Node.js ${oldest} or later. This is ${process.versions.node}.`,
  );
}

/** Aborted when the person at the keyboard, or the system, ends this program. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => controller.abort(new Stopped()));
  }
  return controller.signal;
}

class Stopped extends Error {
  override readonly message = "Stopped. No files were left behind.";
}

function ownVersion(): string {
  const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  const { version }: { version: string } = JSON.parse(manifest);
  return version;
}

function say(text: string): void {
  process.stdout.write(text);
}

/** The person can help it: by other words, or, where the system refuses, with a folder or a disk. */
function isExpected(error: unknown): error is Error {
  const isRefusal = error instanceof Error && "syscall" in error;
  return isRefusal || error instanceof UsageError || error instanceof Stopped;
}

main().catch((error: unknown) => {
  // A question that is ended, by Ctrl-C or Ctrl-D, says so in an error of its own.
  const isEnded = error instanceof Error && error.name === "AbortError";
  const cause = isEnded ? new Stopped() : error;
  process.stderr.write(`${isExpected(cause) ? cause.message : inspect(cause)}\n`);
  process.exitCode = cause instanceof Stopped ? 130 : 1;
});
