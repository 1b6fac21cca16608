import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const module = fileURLToPath(new URL("run-together.mjs", import.meta.url));

const server = `
  process.on("SIGTERM", () => { console.log("stopped"); process.exit(0); });
  setInterval(() => {}, 1000);
  console.log("ready");
`;

/** Starts a process that runs these programs, each the source of a Node script, with `runTogether`. */
function startTogether(...programs: string[]) {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script(programs)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const code = once(child, "exit").then(([code]) => Number(code));
  return { child, code, output: collectOutput(child.stdout) };
}

/**
 * Starts the same process in a shell, as npm runs a script. The shell does not replace itself with its last command.
 */
function startThroughShell(...programs: string[]) {
  const shell = spawn(
    "sh",
    ["-c", `"$0" --input-type=module --eval "$SCRIPT"; true`, process.execPath],
    {
      env: { ...process.env, npm_lifecycle_event: "start", SCRIPT: script(programs) },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  return { shell, output: collectOutput(shell.stdout) };
}

function script(programs: readonly string[]): string {
  const children = programs.map((text) => ({
    program: process.execPath,
    parameters: ["--eval", text],
  }));
  return `
    import { runTogether } from ${JSON.stringify(module)};
    process.exitCode = await runTogether(...${JSON.stringify(children)});
  `;
}

function collectOutput(stream: Readable): () => string {
  let output = "";
  stream.on("data", (chunk) => {
    output += chunk;
  });
  return () => output;
}

test("a followed program receives SIGTERM, and its exit code is returned", async () => {
  const { child, code, output } = startTogether(server);
  await expect.poll(output).toBe("ready\n");
  child.kill("SIGTERM");
  expect(await code).toBe(0);
  expect(output()).toBe("ready\nstopped\n");
});

test("the exit code is 0 when a followed program dies of a forwarded signal", async () => {
  const { child, code, output } = startTogether(
    "console.log('ready'); setInterval(() => {}, 1000);",
  );
  await expect.poll(output).toBe("ready\n");
  child.kill("SIGINT");
  expect(await code).toBe(0);
});

test("a followed program is stopped when npm's shell is killed", async () => {
  const { shell, output } = startThroughShell(server);
  await expect.poll(output).toBe("ready\n");
  shell.kill("SIGTERM");
  await expect.poll(output).toBe("ready\nstopped\n");
});

test("when a followed program fails, its exit code is returned and the other program is stopped", async () => {
  const folder = await mkdtemp(join(tmpdir(), "portico-follow-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const ready = JSON.stringify(join(folder, "ready"));
  const { code, output } = startTogether(
    `${server}; require("node:fs").writeFileSync(${ready}, "");`,
    `setInterval(() => { if (require("node:fs").existsSync(${ready})) process.exit(7); }, 20);`,
  );
  expect(await code).toBe(7);
  expect(output()).toContain("stopped");
});

test("the exit code is 1 when another process kills a followed program", async () => {
  const { code } = startTogether("process.kill(process.pid, 'SIGKILL');");
  expect(await code).toBe(1);
});
