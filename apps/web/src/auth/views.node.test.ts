import { describe, expect, it } from "vitest";
import { anchors, viewAt } from "./views.ts";

describe("viewAt", () => {
  it.each(Object.entries(anchors))("finds %s at %s", (view, anchor) => {
    expect(viewAt(anchor)).toBe(view);
  });

  it.each([
    [""],
    ["#"],
    ["#auth-sign-in&x=1"],
    ["#access_token=a.b.c&type=recovery"],
    ["#error=access_denied&error_code=otp_expired"],
    ["#constructor"],
  ])("takes %j as no view", (fragment) => {
    expect(viewAt(fragment)).toBeUndefined();
  });
});
