import { expect, test } from "vitest";
import { runWithWatchdog } from "./watchdog.mjs";

/** Returns the arguments with which Node acts as a test runner that sends these events and then runs `rest`. */
const runner = (events: readonly object[], rest: string) => [
  "--input-type=module",
  "--eval",
  `for (const event of ${JSON.stringify(events)}) process.send(event);\n${rest}`,
];

const passingTest = { id: "1", file: "a.test.ts", title: "adds" };
const slowTest = { id: "2", file: "a.test.ts", title: "hangs" };
const earlierEvents = [
  { kind: "planned", files: ["a.test.ts"] },
  { kind: "started", ...passingTest },
  { kind: "finished", ...passingTest, status: "passed" },
  { kind: "started", ...slowTest },
];
const options = { name: "a stage", env: process.env, defaultSkipReason: "" };

test("a run ends with the tally of the events that its reporter sent", async () => {
  const events = [...earlierEvents, { kind: "finished", ...slowTest, status: "passed" }];
  const tally = await runWithWatchdog(
    process.execPath,
    runner(events, "process.disconnect();"),
    options,
  );
  expect(tally).toMatchObject({ passed: 2, failures: [] });
});

test("a run that exits before all tests have finished is a failure", async () => {
  const tally = await runWithWatchdog(
    process.execPath,
    runner(earlierEvents, "process.exit(3);"),
    options,
  );
  expect(tally).toMatchObject({
    passed: 1,
    failures: [{ title: "ended with exit code 3, although no test failed" }],
  });
});
