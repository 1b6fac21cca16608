import { describe, expect, test } from "vitest";
import { Turns } from "./turns.ts";

const { signal } = new AbortController();

describe("turns", () => {
  test("go from address to address, so that a flood from one holds up its own requests", async () => {
    const turns = new Turns(1);
    await turns.begin("flood", signal);
    const order: string[] = [];
    const waiting = ["flood", "flood", "flood", "one", "other"].map(async (address) => {
      await turns.begin(address, signal);
      order.push(address);
      turns.end();
    });
    turns.end();
    await Promise.all(waiting);
    expect(order).toEqual(["flood", "one", "other", "flood", "flood"]);
  });

  test("are refused to the 33rd request of an address, and not to other addresses", async () => {
    const turns = new Turns(1);
    await turns.begin("flood", signal);
    const waiting = Array.from({ length: 32 }, () => turns.begin("flood", signal));
    await expect(turns.begin("flood", signal)).rejects.toMatchObject({ status: 429 });
    const other = turns.begin("other", signal);
    for (let index = 0; index < 33; index++) turns.end();
    await Promise.all([...waiting, other]);
  });

  test("pass by whoever has left", async () => {
    const turns = new Turns(1);
    await turns.begin("a", signal);
    const gone = new AbortController();
    const left = turns.begin("a", gone.signal);
    const next = turns.begin("a", signal);
    gone.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    turns.end();
    await next;
    turns.end();
    await turns.begin("b", signal);
  });
});
