import { expect, test } from "vitest";
import { defaultConfig } from "../../config/sections/schema.ts";
import { relyingParty } from "./relying-party.ts";

test("the relying party is the configured one, with the origins that browsers send", () => {
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

test("the relying party is the application if nothing is configured", () => {
  const config = defaultConfig({ auth: { site_url: "http://localhost:5173/app" } });
  expect(relyingParty(config)).toEqual({
    id: "localhost",
    name: "localhost",
    origins: ["http://localhost:5173"],
  });
});
