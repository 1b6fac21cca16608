import { expect, test } from "vitest";
import { TallyCollector } from "./tally.mjs";

const startedEvent = (id: string, file: string) =>
  ({ kind: "started", id, file, title: `test ${id}` }) as const;
const finishedEvent = (id: string, file: string, status: "passed" | "failed" | "skipped") =>
  ({ kind: "finished", id, file, title: `test ${id}`, status }) as const;

test("a tally counts the passed, failed and skipped tests, with the reasons for skipping", () => {
  const collector = new TallyCollector("for PostgreSQL");
  collector.add({ kind: "planned", files: ["a.test.ts"] });
  for (const [id, status] of [
    ["1", "passed"],
    ["2", "failed"],
    ["3", "skipped"],
  ] as const) {
    collector.add(startedEvent(id, "a.test.ts"));
    collector.add(finishedEvent(id, "a.test.ts", status));
  }
  collector.add({ ...finishedEvent("4", "a.test.ts", "skipped"), reason: "there is no Deno" });
  collector.add({ kind: "file", file: "a.test.ts", durationMs: 12 });
  expect(collector.close({ code: 1 })).toEqual({
    passed: 1,
    failures: [{ file: "a.test.ts", title: "test 2", test: "test 2" }],
    skipped: [
      { reason: "for PostgreSQL", count: 1 },
      { reason: "there is no Deno", count: 1 },
    ],
    files: [{ file: "a.test.ts", durationMs: 12 }],
  });
});

test("the tally of a stopped run has the passed tests and the test that hung", () => {
  const collector = new TallyCollector("");
  collector.add({ kind: "planned", files: ["a.test.ts", "b.test.ts"] });
  collector.add(startedEvent("1", "a.test.ts"));
  collector.add(finishedEvent("1", "a.test.ts", "passed"));
  collector.add(startedEvent("2", "a.test.ts"));
  const { passed, failures } = collector.close({ code: 1, stoppedBecause: "too long" });
  expect(passed).toBe(1);
  expect(failures).toEqual([
    { file: "a.test.ts", title: "test 2 (still running: too long)", test: "test 2" },
    { file: "b.test.ts", title: "did not finish: too long" },
  ]);
});

test("a run that fails without a failed test counts as one failure", () => {
  expect(new TallyCollector("").close({ code: 7 }).failures).toEqual([
    { title: "ended with exit code 7, although no test failed" },
  ]);
});
