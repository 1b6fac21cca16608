import { describe, expect, it } from "vitest";
import {
  ConfigurationMissing,
  configurationFromEnvironment,
  fetchConfiguration,
} from "./configuration.ts";

const respondingWith =
  (body: string, status = 200) =>
  async () =>
    new Response(body, { status });

describe("configurationFromEnvironment", () => {
  it("configurationFromEnvironment returns the hosted backend when both variables are set", () => {
    expect(
      configurationFromEnvironment({
        VITE_SUPABASE_URL: "https://abc.supabase.co/",
        VITE_SUPABASE_PUBLISHABLE_KEY: "sb_publishable_1",
      }),
    ).toEqual({ url: "https://abc.supabase.co", publishableKey: "sb_publishable_1" });
  });

  it("configurationFromEnvironment returns undefined when both variables are missing or empty", () => {
    expect(configurationFromEnvironment({})).toBeUndefined();
    expect(
      configurationFromEnvironment({ VITE_SUPABASE_URL: "", VITE_SUPABASE_PUBLISHABLE_KEY: "" }),
    ).toBeUndefined();
  });

  it("configurationFromEnvironment throws when only one variable is set", () => {
    expect(() =>
      configurationFromEnvironment({ VITE_SUPABASE_URL: "https://abc.supabase.co" }),
    ).toThrow(ConfigurationMissing);
  });
});

describe("fetchConfiguration", () => {
  it("fetchConfiguration returns the server's configuration, with inbox and code length only if it has them", async () => {
    const body = { url: "http://localhost:3000", publishableKey: "sb_publishable_1" };
    expect(await fetchConfiguration(respondingWith(JSON.stringify(body)))).toEqual(body);
    expect(
      await fetchConfiguration(respondingWith(JSON.stringify({ ...body, inbox: "/inbox" }))),
    ).toEqual({
      ...body,
      inbox: "/inbox",
    });
    expect(
      await fetchConfiguration(respondingWith(JSON.stringify({ ...body, codeLength: 8 }))),
    ).toEqual({
      ...body,
      codeLength: 8,
    });
  });

  it.each([
    ["an error", respondingWith("no", 500)],
    ["a page", respondingWith("<!doctype html>")],
    ["null", respondingWith("null")],
    ["other JSON", respondingWith('{"url":1}')],
    ["no answer", async () => Promise.reject(new TypeError("Failed to fetch"))],
  ])(
    "fetchConfiguration throws ConfigurationMissing when the response is %s",
    async (_, fetchImpl) => {
      await expect(fetchConfiguration(fetchImpl)).rejects.toThrow(ConfigurationMissing);
    },
  );
});
