import { describe, expect, it } from "vitest";
import { csvFileName, joined, recordsIn, withoutFormulas } from "./csv.ts";

describe("recordsIn", () => {
  it.each([
    ["", 0],
    ["id,title", 0],
    ["id,title\n", 0],
    ["id,title\n1,a", 1],
    ["id,title\n1,a\n2,b\n", 2],
    ['id,title\n1,"two\nlines"\n2,"a ""quoted""\nword"', 2],
  ])("counts %j as %i", (csv, count) => {
    expect(recordsIn(csv)).toBe(count);
  });
});

describe("joined", () => {
  it("keeps one header", () => {
    expect(joined(["id,t\n1,a\n2,b", "id,t\n3,c"])).toBe("id,t\n1,a\n2,b\n3,c");
  });

  it("does not care whether a part ends in a line break", () => {
    expect(joined(["id,t\n1,a\n", "id,t\n3,c\n"])).toBe("id,t\n1,a\n3,c");
  });
});

describe("withoutFormulas", () => {
  it.each([
    ["t\n=1+1", "t\n'=1+1"],
    ["t,u\n+1,-1\n@a,b", "t,u\n'+1,'-1\n'@a,b"],
    ['t\n"=HYPERLINK(""a"",""b"")"', 't\n"\'=HYPERLINK(""a"",""b"")"'],
    ['t\n"\t=1"\n"\r=1"', 't\n"\'\t=1"\n"\'\r=1"'],
    ["t\n＝1+1", "t\n'＝1+1"],
  ])("makes a text of the formula in %j", (csv, safe) => {
    expect(withoutFormulas(csv)).toBe(safe);
  });

  it.each(["t,u\n1=1,a-b\n,x", 't\n"a,=b\n=c"', 't\n"""=a"""\n""\n"a""",b', ""])(
    "leaves %j as it is",
    (csv) => {
      expect(withoutFormulas(csv)).toBe(csv);
    },
  );
});

describe("csvFileName", () => {
  it("is the day where the visitor is", () => {
    expect(csvFileName(new Date(2026, 0, 5, 23, 59))).toBe("notes-2026-01-05.csv");
  });
});
