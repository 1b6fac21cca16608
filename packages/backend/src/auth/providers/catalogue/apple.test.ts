import { SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { appleKeys, appleSecretFault, withAppleName } from "./apple.ts";

describe("withAppleName", () => {
  const profile = { subject: "1", emails: [], claims: { sub: "1" } };
  it.each([
    ['{"name":{"firstName":"Ada","lastName":"Lovelace"}}', "Ada Lovelace"],
    ['{"name":{"firstName":"Ada"}}', "Ada"],
  ])("withAppleName adds the name in %s", (user, name) => {
    expect(withAppleName(profile, user).claims).toEqual({ sub: "1", name, full_name: name });
  });
  it.each(["{}", "null", '{"name":null}', '{"name":{"firstName":7}}'])(
    "withAppleName adds no name from %s",
    (user) => {
      expect(withAppleName(profile, user)).toEqual(profile);
    },
  );
  it("withAppleName throws for invalid JSON", () => {
    expect(() => withAppleName(profile, "Ada")).toThrow(SyntaxError);
  });
});

it("both names of Apple's issuer are accepted", () => {
  expect(appleKeys("https://appleid.apple.com")).toBe("https://appleid.apple.com/auth/keys");
  expect(appleKeys("https://account.apple.com")).toBe("https://appleid.apple.com/auth/keys");
  expect(appleKeys("https://apple.evil.test")).toBeUndefined();
});

describe("appleSecretFault", () => {
  const secret = (expires: string) =>
    new SignJWT({ sub: "com.example.app" })
      .setProtectedHeader({ alg: "HS256" })
      .setExpirationTime(new Date(expires))
      .sign(new Uint8Array(32));
  const now = new Date("2026-06-01T00:00:00Z");
  it("appleSecretFault accepts a valid secret", async () => {
    expect(appleSecretFault(await secret("2026-07-01T00:00:00Z"), now)).toBeUndefined();
  });
  it("appleSecretFault reports when a secret expired", async () => {
    expect(appleSecretFault(await secret("2026-05-01T00:00:00Z"), now)).toBe(
      "auth.external.apple.secret expired on 2026-05-01; sign a new one",
    );
  });
  it("appleSecretFault reports that a password is not a secret for Apple", () => {
    expect(appleSecretFault("hunter2", now)).toContain("is not the JWT");
  });
});
