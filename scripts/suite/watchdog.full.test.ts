import { expect, test } from "vitest";
import { runWithWatchdog } from "./watchdog.mjs";

/** Returns the arguments with which Node acts as a test runner that sends these events and then runs `rest`. */
const runner = (events: readonly object[], rest: string) => [
  "--input-type=module",
  "--eval",
  `for (const event of ${JSON.stringify(events)}) process.send(event);\n${rest}`,
];

const passingTest = { id: "1", file: "a.test.ts", title: "adds" };
const hangingTest = { id: "2", file: "a.test.ts", title: "hangs" };
const earlierEvents = [
  { kind: "planned", files: ["a.test.ts"] },
  { kind: "started", ...passingTest },
  { kind: "finished", ...passingTest, status: "passed" },
  { kind: "started", ...hangingTest },
];

test("a run in which a test hangs is stopped, with the processes that it started", async () => {
  // The runner's child keeps the output open, so without the watchdog the run would last as long as the child.
  const hang = `
    import { spawn } from "node:child_process";
    spawn(process.execPath, ["--eval", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
    setInterval(() => {}, 1000);`;
  // Allow more time than a runner takes to start on a slow machine.
  const idleMs = 10_000;
  const tally = await runWithWatchdog(process.execPath, runner(earlierEvents, hang), {
    name: "a stage",
    env: process.env,
    defaultSkipReason: "",
    idleMs,
  });
  expect(tally.passed).toBe(1);
  expect(tally.failures[0]?.title).toBe("hangs (still running: no test had finished for 10 s)");
});
