import { describe, expect, it } from "vitest";
import { formatOf, regionalVariantOf } from "./format.ts";

describe("ago", () => {
  const now = Date.parse("2026-08-15T12:00:00Z");
  const { ago } = formatOf("en");

  it.each([
    ["2026-08-15T11:59:40Z", "now"],
    ["2026-08-15T11:57:10Z", "2 minutes ago"],
    ["2026-08-15T09:00:00Z", "3 hours ago"],
    ["2026-08-14T11:00:00Z", "yesterday"],
    ["2026-08-10T12:00:00Z", "5 days ago"],
    ["2026-08-01T12:00:00Z", "Aug 1, 2026"],
  ])("a relative time of %s is written as %s", (moment, expected) => {
    expect(ago(moment, now)).toBe(expected);
  });

  it("a relative time is never in the future, whatever the device's clock says", () => {
    expect(ago("2026-08-15T12:03:00Z", now)).toBe("now");
  });

  it("a relative time is in the requested language", () => {
    expect(formatOf("de").ago("2026-08-15T11:57:10Z", now)).toBe("vor 2 Minuten");
  });
});

describe("dates", () => {
  const { ago, date, moment } = formatOf("en");

  it.each(["infinity", "-infinity", "294000-01-01T00:00:00+00:00", "4000-01-01T00:00:00+00:00 BC"])(
    "a date of the database that JavaScript cannot represent is shown as it is: %s",
    (value) => {
      expect([moment(value), date(value), ago(value)]).toEqual([value, value, value]);
    },
  );
});

describe("size", () => {
  it.each([
    [1, "1 byte"],
    [999, "999 bytes"],
    [1500, "1.5 kB"],
    [50_000_000, "50 MB"],
    [60_123_456, "60.1 MB"],
  ])("a size of %d bytes is written as %s", (bytes, expected) => {
    expect(formatOf("en").size(bytes)).toBe(expected);
  });
});

describe("formatOf", () => {
  it("formatOf caches the formats of a language", () => {
    expect(formatOf("de")).toBe(formatOf("de"));
  });
});

describe("regionalVariantOf", () => {
  it("regionalVariantOf returns the first preferred variant of the language", () => {
    expect(regionalVariantOf("en", ["de-AT", "en-GB", "en-US"])).toBe("en-GB");
  });

  it("regionalVariantOf returns the language itself if no variant is preferred", () => {
    expect(regionalVariantOf("fr", ["de-AT", "fro"])).toBe("fr");
  });
});
