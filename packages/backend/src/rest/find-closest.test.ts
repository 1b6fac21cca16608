import { expect, test } from "vitest";
import { findClosest } from "./find-closest.ts";

test.each([
  ["film", ["films", "directors"], "films"],
  ["testt", ["test", "another"], "test"],
  ["(nam, pqaram, vall)", ["(name, param, val)", "(attr, id)"], "(name, param, val)"],
  ["(id)", ["(name, param, val)", "(attr, id)"], "(attr, id)"],
  ["noclosealternative", ["roles", "films"], undefined],
  ["", ["films"], undefined],
])("the name closest to %s is chosen among %j", (text, candidates, match) => {
  expect(findClosest(text, candidates)?.match).toBe(match);
});

test("the caller of findClosest() sets the minimum similarity", () => {
  expect(findClosest("flims", ["films"])?.match).toBe("films");
  expect(findClosest("flims", ["films"], 0.75)).toBeNull();
});
