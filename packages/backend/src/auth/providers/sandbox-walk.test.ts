import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  grace,
  openTestSandbox,
  sandboxOrigin,
  sandboxProvider,
  type TestSandbox,
} from "../../../test/auth/sandbox.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../../database/port.ts";
import { type ProviderName, providerNames } from "./providers.ts";
import { failuresOf } from "./sandbox/failures.ts";

let database: Database;
let sandbox: TestSandbox;

beforeAll(async () => {
  database = await openTestDatabase();
  sandbox = openTestSandbox(database);
});
afterAll(() => database.close());

describe.each(providerNames)("%s in the sandbox", (name) => {
  const provider = sandboxProvider(name);

  it("the sandbox returns the profile that the provider's mapping reads", async () => {
    const callback = await sandbox.visit(name, grace);
    expect(callback.parameters.get("state")).toBe("state-1");
    const session = await sandbox.client.exchange(provider, callback);

    expect(session.accessToken).not.toBe("");
    expect(session.expiresIn).toBe(3600);
    expect(session.profile.emails).toContainEqual({
      email: "grace@example.com",
      verified: name !== "spotify",
      primary: true,
    });
    const { claims, subject } = session.profile;
    expect(claims).toMatchObject({
      iss: `${sandboxOrigin}/sandbox/${name}`,
      sub: subject,
      provider_id: subject,
      email: "grace@example.com",
      email_verified: name !== "spotify",
      phone_verified: false,
    });
    expect(String(claims["full_name"] ?? claims["name"])).toMatch(
      name === "discord" ? "gracehopper" : name === "twitch" ? "gracehopper" : "Grace Hopper",
    );
    if (!["apple", "azure", "keycloak", "workos", "fly", "discord"].includes(name)) {
      expect(claims["avatar_url"] ?? claims["picture"]).toBe(
        `${sandboxOrigin}/sandbox/avatar/grace-hopper.svg`,
      );
    }
  });

  it("the sandbox returns the same user again", async () => {
    const [firstSession, secondSession, otherSession] = [
      await sandbox.client.exchange(provider, await sandbox.visit(name, grace)),
      await sandbox.client.exchange(provider, await sandbox.visit(name, grace)),
      await sandbox.client.exchange(
        provider,
        await sandbox.visit(name, { ...grace, person: "ada@example.com" }),
      ),
    ];
    expect(secondSession.profile.subject).toBe(firstSession.profile.subject);
    expect(otherSession.profile.subject).not.toBe(firstSession.profile.subject);
  });

  it("a sandbox profile without an e-mail address is refused unless that is optional", async () => {
    const withoutEmail = { ...grace, failure: "no_email" };
    await expect(
      sandbox.client.exchange(provider, await sandbox.visit(name, withoutEmail)),
    ).rejects.toMatchObject({
      status: 500,
      code: "unexpected_failure",
      error: "server_error",
      message: "Error getting user email from external provider",
    });
    const withOptionalEmail = { ...provider, emailOptional: true };
    const { profile } = await sandbox.client.exchange(
      withOptionalEmail,
      await sandbox.visit(name, withoutEmail),
    );
    expect(profile.emails).toEqual([]);
    expect(profile.claims["email"]).toBeUndefined();
    expect(profile.claims["email_verified"]).toBe(false);
  });

  it("a user who declines in the sandbox returns with the provider's error", async () => {
    const callback = await sandbox.visit(name, { ...grace, decision: "deny" });
    await expect(sandbox.client.exchange(provider, callback)).rejects.toMatchObject({
      error: "access_denied",
      code: undefined,
      message: "The user denied the request",
    });
  });
});

const verifyingProviders = providerNames.filter((name) =>
  failuresOf(name, sandboxProvider(name).description).includes("unverified_email"),
);

it.each(verifyingProviders)("the sandbox of %s can return an unverified address", async (name) => {
  const callback = await sandbox.visit(name, { ...grace, failure: "unverified_email" });
  const { profile } = await sandbox.client.exchange(sandboxProvider(name), callback);
  expect(profile.emails).toEqual([{ email: "grace@example.com", verified: false, primary: true }]);
});

describe("sandbox failures", () => {
  const run = async (name: ProviderName, failure: string) => {
    const client = failure === "slow" ? sandbox.impatientClient : sandbox.client;
    return client.exchange(sandboxProvider(name), await sandbox.visit(name, { ...grace, failure }));
  };

  it.each(["expired_code", "used_code", "token_error", "slow"])(
    "the sandbox failure %s returns a code that cannot be exchanged",
    async (failure) => {
      await expect(run("github", failure)).rejects.toMatchObject({
        status: 500,
        code: "unexpected_failure",
        error: "server_error",
        message: expect.stringMatching(/^Unable to exchange external code: .{4}$/),
      });
    },
  );

  it("the sandbox failure profile_error returns an unreadable profile", async () => {
    await expect(run("github", "profile_error")).rejects.toMatchObject({
      status: 500,
      message: "Error getting user profile from external provider",
    });
  });

  it.each([
    ["wrong_nonce", /nonce/],
    ["forged_id_token", /signature/],
  ])("the sandbox failure %s returns an invalid ID token", async (failure, cause) => {
    await expect(run("google", failure)).rejects.toMatchObject({
      message: "Error getting user profile from external provider",
      cause: { message: expect.stringMatching(cause) },
    });
  });

  it("the sandbox failure provider_error is reported with the provider's text", async () => {
    await expect(run("github", "provider_error")).rejects.toMatchObject({
      error: "server_error",
      code: undefined,
      message: "The provider had an error of its own",
    });
  });

  it("the sandbox failure no_code sends an empty callback", async () => {
    await expect(run("github", "no_code")).rejects.toMatchObject({
      status: 400,
      code: "bad_oauth_callback",
      error: "invalid_request",
      message: "OAuth callback with missing authorization code missing",
    });
  });

  it("the sandbox failure wrong_state returns another state", async () => {
    const { parameters } = await sandbox.visit("github", { ...grace, failure: "wrong_state" });
    expect(parameters.get("state")).toBe("state-0");
    expect(parameters.get("code")).not.toBeNull();
  });
});
