import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { onTheBeat } from "./on-the-beat.ts";

async function timed(beat: number, work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await onTheBeat(beat, work).catch(() => {});
  return performance.now() - begun;
}

describe("on the beat", () => {
  it("work is over no sooner than the beat that it reaches", async () => {
    expect(await timed(60, async () => {})).toBeGreaterThan(58);
    expect(await timed(60, () => pause(70))).toBeGreaterThan(118);
  });

  it("so is work that fails", async () => {
    const refused = onTheBeat(40, () => Promise.reject(new Error("no")));
    await expect(refused).rejects.toThrow("no");
    expect(await timed(60, () => Promise.reject(new Error("no")))).toBeGreaterThan(58);
  });

  it("hands on what came of it", async () => {
    expect(await onTheBeat(10, () => "answer")).toBe("answer");
    expect(await onTheBeat(0, () => "at once")).toBe("at once");
  });
});
