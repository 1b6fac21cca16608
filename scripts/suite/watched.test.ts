import { expect, test } from "vitest";
import { runWatched } from "./watched.mjs";

/** Stands for a test runner: it sends these events and then runs the rest. */
const runner = (events: readonly object[], rest: string) => [
  "--input-type=module",
  "--eval",
  `for (const event of ${JSON.stringify(events)}) process.send(event);\n${rest}`,
];

const first = { id: "1", file: "a.test.ts", title: "adds" };
const second = { id: "2", file: "a.test.ts", title: "hangs" };
const begun = [
  { kind: "planned", files: ["a.test.ts"] },
  { kind: "started", ...first },
  { kind: "finished", ...first, status: "passed" },
  { kind: "started", ...second },
];
const options = { env: process.env, otherwiseSkipped: "" };

test("a run ends with what its reporter sent", async () => {
  const events = [...begun, { kind: "finished", ...second, status: "passed" }];
  const tally = await runWatched(
    process.execPath,
    runner(events, "process.disconnect();"),
    options,
  );
  expect(tally).toMatchObject({ passed: 2, failures: [] });
});

test("a run that breaks down in the middle is a failure", async () => {
  const tally = await runWatched(process.execPath, runner(begun, "process.exit(3);"), options);
  expect(tally).toMatchObject({
    passed: 1,
    failures: [{ title: "ended with exit code 3, although no test failed" }],
  });
});
