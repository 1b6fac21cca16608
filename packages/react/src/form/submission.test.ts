import { describe, expect, test } from "vitest";
import { deferred } from "../../test/client.ts";
import { createSubmission, type Submission } from "./submission.ts";

function recordSubmission() {
  const states: Submission[] = [];
  const submission = createSubmission(
    (error) => ({ message: String(error) }),
    (state) => states.push(state),
  );
  return { ...submission, states, latestState: () => states.at(-1) };
}

const sending = { phase: "sending", source: "form" };

describe("a submission", () => {
  test("a submission is sending from the press of the button until the response", async () => {
    const { run, states } = recordSubmission();
    await run("form", async () => "Sent");
    expect(states).toEqual([sending, { phase: "done", confirmation: "Sent" }]);
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
    const { run, states } = recordSubmission();
    await run("form", work);
    expect(states).toEqual([sending, { phase: "failed", message: "No", error: "No" }]);
  });

  test("pressing the same button twice is one submission", async () => {
    const { run, states } = recordSubmission();
    let calls = 0;
    const work = async () => {
      calls++;
      return undefined;
    };
    await Promise.all([run("form", work), run("form", work)]);
    expect(calls).toBe(1);
    expect(states).toHaveLength(2);
  });

  test("another submission replaces the first one, whose response is ignored", async () => {
    const { run, latestState } = recordSubmission();
    const slowWork = deferred<string>();
    const firstRun = run("form", () => slowWork.promise);
    await run("github", async () => undefined);
    slowWork.reject("Late");
    await firstRun;
    expect(latestState()).toEqual({ phase: "done", confirmation: undefined });
  });

  test("typing clears the failure of a submission but no confirmation", async () => {
    const { edit, fail, latestState, run, states } = recordSubmission();
    fail("No");
    edit();
    expect(latestState()).toEqual({ phase: "idle" });
    await run("form", async () => "Sent");
    const stateCount = states.length;
    edit();
    expect(states).toHaveLength(stateCount);
  });

  test("a submission ignores a response after the view has changed", async () => {
    const { reset, run, latestState } = recordSubmission();
    const slowWork = deferred<string>();
    const running = run("form", () => slowWork.promise);
    reset();
    slowWork.resolve("Sent");
    await running;
    expect(latestState()).toEqual({ phase: "idle" });
  });

  test("a submission carries a confirmation into the next view", () => {
    const { latestState, reset } = recordSubmission();
    reset("Updated");
    expect(latestState()).toEqual({ phase: "done", confirmation: "Updated" });
  });
});
