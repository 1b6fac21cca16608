import { describe, expect, test } from "vitest";
import { deferred } from "../../test/client.ts";
import { type Submission, submissionOf } from "./submission.ts";

function follow() {
  const seen: Submission[] = [];
  const submission = submissionOf(
    (error) => ({ message: String(error) }),
    (state) => seen.push(state),
  );
  return { ...submission, seen, last: () => seen.at(-1) };
}

const sending = { phase: "sending", source: "form" };

describe("a submission", () => {
  test("a submission is sending from the press until the response", async () => {
    const { run, seen } = follow();
    await run("form", async () => "Sent");
    expect(seen).toEqual([sending, { phase: "done", confirmation: "Sent" }]);
  });

  test.each([
    ["rejects", () => Promise.reject("No")],
    [
      "throws",
      () => {
        throw "No";
      },
    ],
  ])("a submission fails when its work %s", async (_, work) => {
    const { run, seen } = follow();
    await run("form", work);
    expect(seen).toEqual([sending, { phase: "failed", message: "No", error: "No" }]);
  });

  test("pressing the same button twice is one submission", async () => {
    const { run, seen } = follow();
    let calls = 0;
    const work = async () => {
      calls++;
      return undefined;
    };
    await Promise.all([run("form", work), run("form", work)]);
    expect(calls).toBe(1);
    expect(seen).toHaveLength(2);
  });

  test("a second submission replaces the first, whose response is ignored", async () => {
    const { run, last } = follow();
    const slowWork = deferred<string>();
    const firstRun = run("form", () => slowWork.promise);
    await run("github", async () => undefined);
    slowWork.reject("Late");
    await firstRun;
    expect(last()).toEqual({ phase: "done", confirmation: undefined });
  });

  test("typing clears the failure of a submission and nothing else", async () => {
    const { edit, fail, last, run, seen } = follow();
    fail("No");
    edit();
    expect(last()).toEqual({ phase: "idle" });
    await run("form", async () => "Sent");
    const states = seen.length;
    edit();
    expect(seen).toHaveLength(states);
  });

  test("a submission ignores a response after the view has changed", async () => {
    const { reset, run, last } = follow();
    const slowWork = deferred<string>();
    const running = run("form", () => slowWork.promise);
    reset();
    slowWork.resolve("Sent");
    await running;
    expect(last()).toEqual({ phase: "idle" });
  });

  test("a submission carries a confirmation into the next view", () => {
    const { last, reset } = follow();
    reset("Updated");
    expect(last()).toEqual({ phase: "done", confirmation: "Updated" });
  });
});
