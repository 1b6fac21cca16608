import { describe, expect, it } from "vitest";
import { merged } from "./merge.ts";

const base = { title: "Bread", body: "Flour", pinned: false };

describe("merged", () => {
  it("takes over what others changed where nothing was typed", () => {
    const theirs = { title: "Rolls", body: "Flour, salt", pinned: true };
    expect(merged(base, base, theirs)).toEqual(theirs);
  });

  it("joins changes of different fields", () => {
    const mine = { ...base, title: "Rolls" };
    const theirs = { ...base, body: "Flour, salt", pinned: true };
    expect(merged(base, mine, theirs)).toEqual({
      title: "Rolls",
      body: "Flour, salt",
      pinned: true,
    });
  });

  it("gives up where both changed the same words, unless they agree", () => {
    const mine = { ...base, body: "Mine" };
    expect(merged(base, mine, { ...base, body: "Theirs" })).toBeNull();
    expect(merged(base, mine, { ...base, body: "Mine" })).toEqual(mine);
  });
});
