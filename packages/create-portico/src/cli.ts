#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { basename, relative } from "node:path";
import { inspect } from "node:util";
import { type CreateOptions, readArguments, usage } from "./arguments.ts";
import { assertEmptyFolder, create } from "./create.ts";
import { packageManager } from "./programs.ts";
import { promptForTemplate } from "./prompt.ts";
import { minimumNodeVersion, type TemplateName } from "./templates.ts";
import { UsageError } from "./usage-error.ts";

async function main(): Promise<void> {
  const options = readArguments(process.argv.slice(2));
  if (options === "help") return print(usage);
  if (options === "version") return print(`${ownVersion()}\n`);
  assertEmptyFolder(options.folder);
  const signal = interruptSignal();
  const template = options.template ?? (await promptForTemplate(signal));
  assertNodeVersion(template);
  const manager = packageManager();
  const activity = options.shouldInstall ? ` and installing packages with ${manager}` : "";
  print(`Creating ${relativePath(options.folder)} from the template ${template}${activity}…\n`);
  const startedAt = performance.now();
  const isInstalled = await create(
    { ...options, template, installer: options.shouldInstall ? manager : undefined },
    signal,
  );
  const seconds = Math.max(1, Math.round((performance.now() - startedAt) / 1000));
  print(formatNextSteps(options, manager, seconds, isInstalled));
  if (!isInstalled) process.exitCode = 1;
}

/** Returns the text that reports the result and lists the next steps. */
function formatNextSteps(
  { folder, shouldInstall }: CreateOptions,
  manager: string,
  seconds: number,
  isInstalled: boolean,
): string {
  const path = relativePath(folder);
  const isShellSafe = /^[\p{L}\p{N}\\/._@-]+$/u.test(path);
  const steps = [
    ...(folder === process.cwd() ? [] : [`cd ${isShellSafe ? path : `"${path}"`}`]),
    ...(shouldInstall && isInstalled ? [] : [`${manager} install`]),
    `${manager} run dev`,
  ];
  const successText = shouldInstall ? `Created ${path} in ${seconds} s.` : `Created ${path}.`;
  const outcome = isInstalled
    ? successText
    : `Created ${path}, but its packages couldn't be installed.`;
  return `
${outcome}

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
function assertNodeVersion(template: TemplateName): void {
  const minimumVersion = minimumNodeVersion(template);
  const [major = 0, minor = 0] = minimumVersion.split(".").map(Number);
  const [ownMajor = 0, ownMinor = 0] = process.versions.node.split(".").map(Number);
  if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return;
  throw new UsageError(
    `The template ${template} needs Node.js ${minimumVersion} or later. This is ${process.versions.node}.`,
  );
}

/** Returns a signal that is aborted when the user or the system ends this program. */
function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => controller.abort(new InterruptedError()));
  }
  return controller.signal;
}

class InterruptedError extends Error {
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

/** Returns whether the error needs no stack trace: a wrong argument, a folder that cannot be written, or Ctrl-C. */
function isExpected(error: unknown): error is Error {
  const isSystemError = error instanceof Error && "syscall" in error;
  return isSystemError || error instanceof UsageError || error instanceof InterruptedError;
}

main().catch((error: unknown) => {
  // If Ctrl-C or Ctrl-D ends the question, readline rejects with its own error.
  const isAborted = error instanceof Error && error.name === "AbortError";
  const cause = isAborted ? new InterruptedError() : error;
  process.stderr.write(`${isExpected(cause) ? cause.message : inspect(cause)}\n`);
  process.exitCode = cause instanceof InterruptedError ? 130 : 1;
});
