import { describe, expect, test } from "vitest";
import { redirectError } from "./redirect-error.ts";

const expired =
  "error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired";

describe("the error of a redirect", () => {
  test.each([[`/#${expired}`], [`/notes?${expired}`], [`/?${expired}#${expired}`]])(
    "the error of a redirect is read from %s",
    (rest) => {
      expect(redirectError(new URL(rest, "https://portico.test"))).toEqual({
        code: "otp_expired",
        message: "Email link is invalid or has expired",
      });
    },
  );

  test.each([["/#auth-sign-up"], ["/"], ["/notes?q=error"], ["/#access_token=a.b.c"]])(
    "the address %s contains no error of a redirect",
    (rest) => {
      expect(redirectError(new URL(rest, "https://portico.test"))).toBeUndefined();
    },
  );
});
