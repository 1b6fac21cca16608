import { describe, expect, it } from "vitest";
import { mergeDrafts } from "./merge.ts";

const base = { title: "Bread", body: "Flour", pinned: false };

describe("merged", () => {
  it("merging takes the other version of fields that were not edited", () => {
    const theirs = { title: "Rolls", body: "Flour, salt", pinned: true };
    expect(mergeDrafts(base, base, theirs)).toEqual(theirs);
  });

  it("merging combines changes of different fields", () => {
    const mine = { ...base, title: "Rolls" };
    const theirs = { ...base, body: "Flour, salt", pinned: true };
    expect(mergeDrafts(base, mine, theirs)).toEqual({
      title: "Rolls",
      body: "Flour, salt",
      pinned: true,
    });
  });

  it("merging returns null if both versions changed the same field differently", () => {
    const mine = { ...base, body: "Mine" };
    expect(mergeDrafts(base, mine, { ...base, body: "Theirs" })).toBeNull();
    expect(mergeDrafts(base, mine, { ...base, body: "Mine" })).toEqual(mine);
  });
});
