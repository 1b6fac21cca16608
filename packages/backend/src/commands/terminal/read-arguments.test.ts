import { expect, test } from "vitest";
import { UsageError } from "../../usage-error.ts";
import { commands } from "../all-commands.ts";
import { readArguments } from "./read-arguments.ts";
import { formatCommandUsage, formatUsage } from "./usage.ts";

const readLine = (line: string) => readArguments(line.split(" ").filter(Boolean), commands);
const refusalOf = (line: string) => {
  try {
    readLine(line);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  throw new Error(`"${line}" was accepted.`);
};

test("a command is found by its complete name, with options before and after it", () => {
  expect(readLine("--project app migration repair 1 2 --status applied")).toMatchObject({
    kind: "run",
    command: { name: "migration repair" },
    invocation: {
      parameters: ["1", "2"],
      values: { project: "app", status: "applied", data: undefined },
    },
  });
});

test("a boolean option is false unless it is set", () => {
  expect(readLine("db reset --yes")).toMatchObject({
    invocation: { values: { yes: true, "no-seed": false } },
  });
});

test("a command with its own --version option receives its value, and other commands print the program's version", () => {
  expect(readLine("db reset --version 20260101000000")).toMatchObject({
    kind: "run",
    invocation: { values: { version: "20260101000000" } },
  });
  expect(readLine("start --version")).toEqual({ kind: "version" });
  expect(readLine("--version")).toEqual({ kind: "version" });
});

test.each([
  ["", undefined],
  ["--help", undefined],
  ["db reset --help", "db reset"],
])("the arguments %j print help", (line, name) => {
  const request = readLine(line);
  expect(request.kind === "help" && request.command?.name).toBe(name);
});

test.each([
  ["begin", /^Unknown command "begin"\. Available commands: init, /],
  ["db", /^Unknown command "db"\. Available commands: (db \w+(, |\.$))+/],
  ["db drop", /^Unknown command "db drop"\. Available commands: db /],
  ["start --replace", /^Unknown option '--replace'\.$/],
  ["start now", /^portico start takes no "now"\.$/],
  ["--nothing", /^Unknown option '--nothing'\.$/],
])("the arguments %j are refused", (line, message) => {
  expect(refusalOf(line)).toMatch(message);
});

test("options of the same name have the same type in every command", () => {
  const types = new Map<string, string>();
  for (const { options } of commands) {
    for (const [name, { type }] of Object.entries(options)) {
      if (name === "version") continue;
      expect(types.get(name) ?? type, name).toBe(type);
      types.set(name, type);
    }
  }
});

test("help lists every command, and every option of a command, within a terminal's width", () => {
  expect(commands.filter(({ name }) => !formatUsage(commands).includes(`  ${name}`))).toEqual([]);
  for (const command of commands) {
    const text = formatCommandUsage(command);
    for (const name of Object.keys(command.options)) expect(text).toContain(`--${name}`);
    const options = text.slice(0, text.length - (command.notes?.length ?? 0));
    expect(options.split("\n").filter((line) => line.length > 100)).toEqual([]);
  }
});
