import { describe, expect, it } from "vitest";
import { refusalAt } from "./refusal.ts";

const expired =
  "error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired";

describe("refusalAt", () => {
  it.each([[`/#${expired}`], [`/notes?${expired}`], [`/?${expired}#${expired}`]])(
    "reads the backend's words from %s",
    (rest) => {
      expect(refusalAt(`https://portico.test${rest}`)).toBe("Email link is invalid or has expired");
    },
  );

  it.each([["/#auth-sign-up"], ["/"], ["/notes?q=error"], ["/#access_token=a.b.c"]])(
    "finds nothing in %s",
    (rest) => {
      expect(refusalAt(`https://portico.test${rest}`)).toBeUndefined();
    },
  );
});
