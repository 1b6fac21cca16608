import { describe, expect, test } from "vitest";
import { idle, reduce, type Submission, type SubmissionEvent } from "./submission.ts";

const after = (...events: SubmissionEvent[]): Submission => events.reduce(reduce, idle);
const send = { type: "send", source: "form" } as const;

describe("a submission", () => {
  test("is sending from the press to the answer", () => {
    expect(after(send)).toEqual({ phase: "sending", attempt: 1, source: "form" });
    expect(after(send, { type: "succeed", attempt: 1, confirmation: "Sent" })).toEqual({
      phase: "done",
      attempt: 1,
      confirmation: "Sent",
    });
  });

  test("is the same submission when the same thing is pressed twice", () => {
    const sending = after(send);
    expect(reduce(sending, send)).toBe(sending);
  });

  test("gives way to another thing that is pressed, whose answer alone counts then", () => {
    const state = after(send, { type: "send", source: "github" });
    expect(state).toEqual({ phase: "sending", attempt: 2, source: "github" });
    const late = { type: "fail", attempt: 1, failure: { message: "No" } } as const;
    expect(reduce(state, late)).toBe(state);
  });

  test("clears what it said before, when it is sent again", () => {
    const failed = after(send, { type: "fail", attempt: 1, failure: { message: "No" } });
    expect(failed).toEqual({ phase: "failed", attempt: 1, message: "No" });
    expect(reduce(failed, send)).toEqual({ phase: "sending", attempt: 2, source: "form" });
  });

  test("takes a failure back when someone types, and nothing else", () => {
    const failed = after(send, { type: "fail", attempt: 1, failure: { message: "No" } });
    expect(reduce(failed, { type: "edit" }).phase).toBe("idle");
    const done = after(send, { type: "succeed", attempt: 1, confirmation: "Sent" });
    expect(reduce(done, { type: "edit" })).toBe(done);
    const sending = after(send);
    expect(reduce(sending, { type: "edit" })).toBe(sending);
  });

  test("does not hear an answer after the view has changed", () => {
    const reset = after(send, { type: "reset" });
    expect(reset.phase).toBe("idle");
    const late = { type: "succeed", attempt: 1, confirmation: "Sent" } as const;
    expect(reduce(reset, late)).toBe(reset);
  });

  test("carries a confirmation into the next view", () => {
    const state = after({ type: "reset", confirmation: "Updated" });
    expect(state).toMatchObject({ phase: "done", confirmation: "Updated" });
  });
});
