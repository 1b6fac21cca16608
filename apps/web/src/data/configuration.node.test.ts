import { describe, expect, it } from "vitest";
import { builtIn, ConfigurationMissing, fromServer } from "./configuration.ts";

const serving =
  (body: string, status = 200) =>
  async () =>
    new Response(body, { status });

describe("builtIn", () => {
  it("builtIn returns the hosted backend when both variables are set", () => {
    expect(
      builtIn({
        VITE_SUPABASE_URL: "https://abc.supabase.co/",
        VITE_SUPABASE_PUBLISHABLE_KEY: "sb_publishable_1",
      }),
    ).toEqual({ url: "https://abc.supabase.co", publishableKey: "sb_publishable_1" });
  });

  it("builtIn returns undefined when both variables are missing or empty", () => {
    expect(builtIn({})).toBeUndefined();
    expect(builtIn({ VITE_SUPABASE_URL: "", VITE_SUPABASE_PUBLISHABLE_KEY: "" })).toBeUndefined();
  });

  it("builtIn throws when only one variable is set", () => {
    expect(() => builtIn({ VITE_SUPABASE_URL: "https://abc.supabase.co" })).toThrow(
      ConfigurationMissing,
    );
  });
});

describe("fromServer", () => {
  it("fromServer returns the server's configuration, with inbox and code length only if it has them", async () => {
    const body = { url: "http://localhost:3000", publishableKey: "sb_publishable_1" };
    expect(await fromServer(serving(JSON.stringify(body)))).toEqual(body);
    expect(await fromServer(serving(JSON.stringify({ ...body, inbox: "/inbox" })))).toEqual({
      ...body,
      inbox: "/inbox",
    });
    expect(await fromServer(serving(JSON.stringify({ ...body, codeLength: 8 })))).toEqual({
      ...body,
      codeLength: 8,
    });
  });

  it.each([
    ["an error", serving("no", 500)],
    ["a page", serving("<!doctype html>")],
    ["null", serving("null")],
    ["other JSON", serving('{"url":1}')],
    ["no answer", async () => Promise.reject(new TypeError("Failed to fetch"))],
  ])("fromServer throws ConfigurationMissing when the response is %s", async (_, send) => {
    await expect(fromServer(send)).rejects.toThrow(ConfigurationMissing);
  });
});
