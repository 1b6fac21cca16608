import { expect, test } from "vitest";
import { defaultConfig } from "../../config/sections/schema.ts";
import { relyingParty } from "./relying-party.ts";

test("is who the project says, from the pages that it names as browsers write them", () => {
  const config = defaultConfig({
    auth: {
      webauthn: {
        rp_id: "example.com",
        rp_display_name: "Example",
        rp_origins: ["HTTPS://App.Example.com:443/", "android:apk-key-hash:Ab-c"],
      },
    },
  });
  expect(relyingParty(config)).toEqual({
    id: "example.com",
    name: "Example",
    origins: ["https://app.example.com", "android:apk-key-hash:Ab-c"],
  });
});

test("is the application where the project says nothing", () => {
  const config = defaultConfig({ auth: { site_url: "http://localhost:5173/app" } });
  expect(relyingParty(config)).toEqual({
    id: "localhost",
    name: "localhost",
    origins: ["http://localhost:5173"],
  });
});
