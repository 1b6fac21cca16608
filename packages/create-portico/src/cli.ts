#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { basename, relative } from "node:path";
import { inspect } from "node:util";
import { type CreateOptions, readArguments, usage } from "./arguments.ts";
import { askTemplate } from "./ask.ts";
import { checkEmpty, create } from "./create.ts";
import { packageManager } from "./programs.ts";
import { oldestNode, type TemplateName } from "./templates.ts";
import { UsageError } from "./usage-error.ts";

async function main(): Promise<void> {
  const options = readArguments(process.argv.slice(2));
  if (options === "help") return print(usage);
  if (options === "version") return print(`${ownVersion()}\n`);
  checkEmpty(options.folder);
  const signal = interruption();
  const template = options.template ?? (await askTemplate(signal));
  checkNode(template);
  const manager = packageManager();
  const activity = options.installs ? ` and installing packages with ${manager}` : "";
  print(`Creating ${relativePath(options.folder)} from the template ${template}${activity}…\n`);
  const startedAt = performance.now();
  const isInstalled = await create(
    { ...options, template, installer: options.installs ? manager : undefined },
    signal,
  );
  const seconds = Math.max(1, Math.round((performance.now() - startedAt) / 1000));
  print(nextSteps(options, manager, seconds, isInstalled));
  if (!isInstalled) process.exitCode = 1;
}

/** Prints the next steps. */
function nextSteps(
  { folder, installs }: CreateOptions,
  manager: string,
  seconds: number,
  isInstalled: boolean,
): string {
  const path = relativePath(folder);
  const isPlain = /^[\p{L}\p{N}\\/._@-]+$/u.test(path);
  const steps = [
    ...(folder === process.cwd() ? [] : [`cd ${isPlain ? path : `"${path}"`}`]),
    ...(installs && isInstalled ? [] : [`${manager} install`]),
    `${manager} run dev`,
  ];
  const ready = installs ? `Created ${path} in ${seconds} s.` : `Created ${path}.`;
  const state = isInstalled ? ready : `Created ${path}, but its packages couldn't be installed.`;
  return `
${state}

${steps.map((step) => `  ${step}\n`).join("")}
Then open http://localhost:3000 and sign up. Emails arrive at http://127.0.0.1:54321/inbox.
Or sign in as ada@example.com with the password "correct horse battery".
`;
}

/** Returns the folder's path relative to the current one, or its name if it is the current one. */
function relativePath(folder: string): string {
  return relative(process.cwd(), folder) || basename(folder);
}

/** @throws {UsageError} if the template needs a newer Node.js */
function checkNode(template: TemplateName): void {
  const oldestVersion = oldestNode(template);
  const [major = 0, minor = 0] = oldestVersion.split(".").map(Number);
  const [ownMajor = 0, ownMinor = 0] = process.versions.node.split(".").map(Number);
  if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return;
  throw new UsageError(
    `The template ${template} needs Node.js ${oldestVersion} or later. This is ${process.versions.node}.`,
  );
}

/** Returns a signal that is aborted when the user or the system ends this program. */
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

function print(text: string): void {
  process.stdout.write(text);
}

/** Returns whether the user can fix the error: a wrong argument, or a folder or disk that the system refuses. */
function isExpected(error: unknown): error is Error {
  const isRefusal = error instanceof Error && "syscall" in error;
  return isRefusal || error instanceof UsageError || error instanceof Stopped;
}

main().catch((error: unknown) => {
  // If Ctrl-C or Ctrl-D ends the question, readline rejects with its own error.
  const isEnded = error instanceof Error && error.name === "AbortError";
  const cause = isEnded ? new Stopped() : error;
  process.stderr.write(`${isExpected(cause) ? cause.message : inspect(cause)}\n`);
  process.exitCode = cause instanceof Stopped ? 130 : 1;
});
