import type { User } from "@supabase/auth-js";
import { describe, expect, it } from "vitest";
import { initialsOf, pictureOf } from "./picture.ts";

const userWith = (metadata: object, email?: string): User => ({
  id: "5f0f7e2e-0000-4000-8000-000000000000",
  aud: "authenticated",
  app_metadata: {},
  user_metadata: { ...metadata },
  created_at: "2026-08-01T09:00:00Z",
  ...(email && { email }),
});

describe("initials", () => {
  it.each([
    ["Ada Lovelace", "AL"],
    ["  grace   brewster hopper ", "GH"],
    ["Plato", "P"],
    ["محمد علي", "مع"],
    ["Émile Zola", "ÉZ"],
    ["🌸 Mei", "M"],
  ])("the initials of %s are %s", (full_name, expected) => {
    expect(initialsOf(userWith({ full_name }, "else@example.com"))).toBe(expected);
  });

  it("initials come from the e-mail address without a name, and are empty for a guest", () => {
    expect(initialsOf(userWith({}, "ada@example.com"))).toBe("A");
    expect(initialsOf(userWith({ full_name: "👋" }))).toBe("");
    expect(initialsOf(userWith({}))).toBe("");
  });
});

describe("a picture", () => {
  const configuration = { url: "https://here.example", publishableKey: "" };

  it("an uploaded picture has the URL of the current server and precedes the provider's", () => {
    const metadata = { avatar_path: "5f/1.webp", avatar_url: "https://provider.example/1.png" };
    expect(pictureOf(userWith(metadata), configuration)).toBe(
      "https://here.example/storage/v1/object/public/avatars/5f/1.webp",
    );
    expect(pictureOf(userWith({ ...metadata, avatar_path: null }), configuration)).toBe(
      "https://provider.example/1.png",
    );
    expect(pictureOf(userWith({ avatar_url: 7 }), configuration)).toBeUndefined();
  });
});
