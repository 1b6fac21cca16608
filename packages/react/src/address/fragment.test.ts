import { describe, expect, test } from "vitest";
import { VIEWS } from "../view-names.ts";
import { viewFromHash, viewHash } from "./fragment.ts";

describe("the fragment of an address", () => {
  test.each(Object.values(VIEWS))("the fragment shows %s and no other view", (view) => {
    expect(viewFromHash({ hash: viewHash(view) })).toBe(view);
  });

  test.each([
    [""],
    ["#"],
    ["#auth-sign-in&x=1"],
    ["#access_token=a.b.c&type=recovery"],
    ["#error=access_denied&error_code=otp_expired"],
    ["#constructor"],
  ])("the fragment %j does not name a view", (hash) => {
    expect(viewFromHash({ hash })).toBeUndefined();
  });
});
