import { describe, expect, it } from "vitest";
import { builtIn, ConfigurationMissing, fromServer } from "./configuration.ts";

const serving =
  (body: string, status = 200) =>
  async () =>
    new Response(body, { status });

describe("builtIn", () => {
  it("is the hosted backend when both variables are set", () => {
    expect(
      builtIn({
        VITE_SUPABASE_URL: "https://abc.supabase.co/",
        VITE_SUPABASE_PUBLISHABLE_KEY: "sb_publishable_1",
      }),
    ).toEqual({ url: "https://abc.supabase.co", publishableKey: "sb_publishable_1" });
  });

  it("is nothing when neither is, or both are empty", () => {
    expect(builtIn({})).toBeUndefined();
    expect(builtIn({ VITE_SUPABASE_URL: "", VITE_SUPABASE_PUBLISHABLE_KEY: "" })).toBeUndefined();
  });

  it("refuses one without the other", () => {
    expect(() => builtIn({ VITE_SUPABASE_URL: "https://abc.supabase.co" })).toThrow(
      ConfigurationMissing,
    );
  });
});

describe("fromServer", () => {
  it("takes what the server says, inbox and codes only when there are any", async () => {
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
  ])("says that the configuration is missing when it gets %s", async (_, send) => {
    await expect(fromServer(send)).rejects.toThrow(ConfigurationMissing);
  });
});
