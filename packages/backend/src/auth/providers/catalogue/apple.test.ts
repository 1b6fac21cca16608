import { SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { appleKeysUrl, appleSecretProblem, withAppleName } from "./apple.ts";

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

it("both issuers of Apple are accepted", () => {
  expect(appleKeysUrl("https://appleid.apple.com")).toBe("https://appleid.apple.com/auth/keys");
  expect(appleKeysUrl("https://account.apple.com")).toBe("https://appleid.apple.com/auth/keys");
  expect(appleKeysUrl("https://apple.evil.test")).toBeUndefined();
});

describe("appleSecretProblem", () => {
  const secret = (expiresAt: string) =>
    new SignJWT({ sub: "com.example.app" })
      .setProtectedHeader({ alg: "HS256" })
      .setExpirationTime(new Date(expiresAt))
      .sign(new Uint8Array(32));
  const now = new Date("2026-06-01T00:00:00Z");
  it("appleSecretProblem accepts a valid secret", async () => {
    expect(appleSecretProblem(await secret("2026-07-01T00:00:00Z"), now)).toBeUndefined();
  });
  it("appleSecretProblem reports when a secret expired", async () => {
    expect(appleSecretProblem(await secret("2026-05-01T00:00:00Z"), now)).toBe(
      "auth.external.apple.secret expired on 2026-05-01; sign a new one",
    );
  });
  it("appleSecretProblem reports that a password is not a secret for Apple", () => {
    expect(appleSecretProblem("hunter2", now)).toContain("is not the JWT");
  });
});
