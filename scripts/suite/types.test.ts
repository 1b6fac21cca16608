import { expect, test } from "vitest";
import { findPartsWithErrors } from "./types.mjs";

const output = `10:00:00 AM - Projects in this build:
    * packages/react/tsconfig.src.json
    * apps/web/tsconfig.json
    * e2e/tsconfig.json
    * tsconfig.json

10:00:00 AM - Project 'packages/react/tsconfig.src.json' is out of date because output file 'a' does not exist

10:00:00 AM - Building project 'packages/react/tsconfig.src.json'...

packages/react/src/link.tsx(3,7): error TS2322: Type 'A' is not assignable to type 'B'.
  Types of property 'name' are incompatible.
packages/react/src/link.tsx(9,1): error TS2304: Cannot find name 'process'.
10:00:01 AM - Building project 'apps/web/tsconfig.json'...

10:00:01 AM - Project 'e2e/tsconfig.json' is out of date because program needs to report errors

10:00:01 AM - Building project 'e2e/tsconfig.json'...

error TS2688: Cannot find type definition file for 'node'.
`;

test("the compiler's errors are grouped by the part that they belong to", () => {
  expect(findPartsWithErrors(output)).toEqual([
    {
      part: "packages/react/tsconfig.src.json",
      errors: [
        "packages/react/src/link.tsx(3,7): error TS2322: Type 'A' is not assignable to type 'B'.",
        "  Types of property 'name' are incompatible.",
        "packages/react/src/link.tsx(9,1): error TS2304: Cannot find name 'process'.",
      ],
    },
    { part: "e2e", errors: ["error TS2688: Cannot find type definition file for 'node'."] },
  ]);
});

test("the output of a compiler that found no errors has no parts with errors", () => {
  expect(findPartsWithErrors("10:00:00 AM - Building project 'e2e/tsconfig.json'...\n")).toEqual(
    [],
  );
});
