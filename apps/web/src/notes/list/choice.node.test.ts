import { describe, expect, it } from "vitest";
import { addressOf, choiceOf } from "./choice.ts";

describe("the choice in an address", () => {
  it("survives the way there and back", () => {
    const choice = { search: "red & blue", sort: "heading", page: 3 } as const;
    expect(choiceOf(new URLSearchParams(addressOf(choice).toString()))).toEqual(choice);
  });

  it("leaves out what goes without saying", () => {
    expect(addressOf({ search: "", sort: "changed", page: 1 }).toString()).toBe("");
  });

  it("takes nonsense as nothing", () => {
    expect(choiceOf(new URLSearchParams("sort=upwards&page=minus"))).toEqual({
      search: "",
      sort: "changed",
      page: 1,
    });
  });
});
