import { describe, expect, it } from "vitest";
import { parseFilter, searchParamsOf } from "./note-filter.ts";

describe("the filter in an address", () => {
  it("a filter survives the conversion to search parameters and back", () => {
    const filter = { search: "red & blue", sort: "heading", page: 3 } as const;
    expect(parseFilter(new URLSearchParams(searchParamsOf(filter).toString()))).toEqual(filter);
  });

  it("default values are left out of the search parameters", () => {
    expect(searchParamsOf({ search: "", sort: "changed", page: 1 }).toString()).toBe("");
  });

  it("invalid search parameters get the default values", () => {
    expect(parseFilter(new URLSearchParams("sort=upwards&page=minus"))).toEqual({
      search: "",
      sort: "changed",
      page: 1,
    });
  });
});
