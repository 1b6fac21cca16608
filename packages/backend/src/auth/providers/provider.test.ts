import { describe, expect, it } from "vitest";
import { enabledProviders, providerFor } from "./provider-config.ts";
import { providerNames } from "./providers.ts";

const validSettings = { enabled: true, client_id: "id", secret: "secret" };

describe("providerFor", () => {
  it("providerFor uses the provider itself if a client id is configured", () => {
    const provider = providerFor("github", validSettings, {
      sandboxOrigin: "http://localhost:3000",
    });
    expect(provider).toMatchObject({
      name: "github",
      sandbox: false,
      clientId: "id",
      clientSecret: "secret",
      endpoints: {
        authorization: "https://github.com/login/oauth/authorize",
        token: "https://github.com/login/oauth/access_token",
        documents: {
          user: "https://api.github.com/user",
          emails: "https://api.github.com/user/emails",
        },
        profileIssuer: "https://api.github.com",
      },
    });
  });

  it("providerFor uses the sandbox if no client id is configured and there is a sandbox", () => {
    const settings = {
      enabled: true,
      client_id: "",
      secret: "",
      redirect_uri: "https://x.test/cb",
    };
    const provider = providerFor("github", settings, { sandboxOrigin: "http://localhost:3000" });
    expect(provider).toMatchObject({
      sandbox: true,
      clientId: "portico-sandbox",
      redirectUri: undefined,
      endpoints: {
        authorization: "http://localhost:3000/sandbox/github/authorize",
        token: "http://localhost:3000/sandbox/github/token",
        documents: {
          user: "http://localhost:3000/sandbox/github/userinfo",
          emails: "http://localhost:3000/sandbox/github/userinfo/emails",
        },
      },
    });
  });

  it.each([
    ["myspace", validSettings, "Provider myspace could not be found"],
    ["toString", validSettings, "Provider tostring could not be found"],
    ["github", undefined, "provider is not enabled"],
    ["github", { ...validSettings, enabled: false }, "provider is not enabled"],
    ["github", { enabled: true }, "missing OAuth client ID"],
    ["github", { enabled: true, client_id: " , " }, "missing OAuth client ID"],
    ["github", { enabled: true, client_id: "id" }, "missing OAuth secret"],
    ["keycloak", validSettings, "unable to find URL for the Keycloak provider"],
  ])("providerFor refuses %s with %o", (name, settings, reason) => {
    expect(() => providerFor(name, settings)).toThrow(
      expect.objectContaining({
        status: 400,
        code: "validation_failed",
        message: `Unsupported provider: ${reason}`,
      }),
    );
  });

  it("providerFor needs no secret to verify ID tokens", () => {
    const settings = { enabled: true, client_id: "id" };
    const provider = providerFor("google", settings, { needsSecret: false });
    expect(provider).toMatchObject({ sandbox: false, audiences: ["id"], clientSecret: "" });
    expect(enabledProviders({ google: settings })).toEqual([]);
  });

  it("providerFor finds a provider in upper or lower case", () => {
    expect(providerFor("GitHub", validSettings).name).toBe("github");
  });

  it("providerFor signs in with the first of several client ids and accepts ID tokens for all", () => {
    const provider = providerFor("google", { ...validSettings, client_id: "web, ios,android" });
    expect(provider.clientId).toBe("web");
    expect(provider.audiences).toEqual(["web", "ios", "android"]);
  });

  it.each([
    ["gitlab", "https://gitlab.example.com/", "https://gitlab.example.com/oauth/authorize"],
    ["github", "https://ghe.example.com", "https://ghe.example.com/login/oauth/authorize"],
    [
      "azure",
      "https://login.microsoftonline.com/contoso",
      "https://login.microsoftonline.com/contoso/oauth2/v2.0/authorize",
    ],
    [
      "keycloak",
      "https://id.example.com/realms/main",
      "https://id.example.com/realms/main/protocol/openid-connect/auth",
    ],
    ["google", "https://ignored.example.com", "https://accounts.google.com/o/oauth2/v2/auth"],
    ["apple", "https://ignored.example.com", "https://appleid.apple.com/auth/authorize"],
  ])("providerFor derives the endpoints of %s from url %s", (name, url, authorization) => {
    expect(providerFor(name, { ...validSettings, url }).endpoints.authorization).toBe(
      authorization,
    );
  });

  it("providerFor uses the API paths of GitHub Enterprise", () => {
    const { endpoints } = providerFor("github", {
      ...validSettings,
      url: "https://ghe.example.com",
    });
    expect(endpoints.documents["user"]).toBe("https://ghe.example.com/api/v3/user");
    expect(endpoints.profileIssuer).toBe("https://ghe.example.com/api/v3");
  });

  it("providerFor expects Keycloak's tokens from the configured realm", () => {
    const url = "https://id.example.com/realms/main/";
    const { endpoints } = providerFor("keycloak", { ...validSettings, url });
    expect(endpoints.keysUrl("https://id.example.com/realms/main")).toBe(
      "https://id.example.com/realms/main/protocol/openid-connect/certs",
    );
    expect(endpoints.keysUrl("https://id.example.com/realms/other")).toBeUndefined();
  });

  it("providerFor returns https URLs for every provider that needs no `url`", () => {
    for (const name of providerNames.filter((name) => name !== "keycloak")) {
      const { endpoints } = providerFor(name, validSettings);
      for (const url of [
        endpoints.authorization,
        endpoints.token,
        ...Object.values(endpoints.documents),
      ]) {
        expect(new URL(url)).toMatchObject({
          protocol: "https:",
          host: expect.stringContaining("."),
        });
      }
    }
  });
});

describe("enabledProviders", () => {
  it("enabledProviders lists exactly the providers that users can sign in with", () => {
    const external = {
      github: { enabled: true },
      google: validSettings,
      azure: { enabled: false, client_id: "id", secret: "secret" },
      keycloak: validSettings,
      myspace: validSettings,
    };
    const names = (sandboxOrigin?: string) =>
      enabledProviders(external, { sandboxOrigin }).map(({ name }) => name);
    expect(names("http://localhost:3000")).toEqual(["github", "google"]);
    expect(names()).toEqual(["google"]);
  });
});
