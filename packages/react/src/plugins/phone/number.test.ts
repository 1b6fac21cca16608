import { expect, test } from "vitest";
import { countryOf, toE164 } from "./number.ts";

test.each([
  ["07700 900123", "GB", "+447700900123"],
  ["+44 (7700) 900-123", "US", "+447700900123"],
  ["0044 7700 900123", "US", "+447700900123"],
  ["(212) 555-0123", "US", "+12125550123"],
  ["1 212 555 0123", "US", "+12125550123"],
  ["06 1234 5678", "IT", "+390612345678"],
  ["8 (912) 345-67-89", "RU", "+79123456789"],
  ["06 20 123 4567", "HU", "+36201234567"],
  ["0170 1234567", "DE", "+491701234567"],
  ["٠١٠١٢٣٤٥٦٧٨", "EG", "+201012345678"],
  ["۰۹۱۲۳۴۵۶۷۸۹", "IR", "+989123456789"],
  ["०९८७६ ५४३२१०", "IN", "+919876543210"],
  ["＋８１ ９０ １２３４ ５６７８", "US", "+819012345678"],
  ["12", "GB", undefined],
  ["", "GB", undefined],
  ["+0123456789", "GB", undefined],
  ["ada@example.com", "GB", undefined],
])("the number %s, typed in %s, is formatted as %s", (typedNumber, country, number) => {
  expect(toE164(typedNumber, country)).toBe(number);
});

test.each([
  ["+44 77", "US", "GB"],
  ["+44 77", "JE", "JE"],
  ["+1 416", "CA", "CA"],
  ["+", "GB", undefined],
  ["077", "GB", undefined],
])("the country of %s, typed in %s, is %s", (typedNumber, selectedCountry, country) => {
  expect(countryOf(typedNumber, selectedCountry)).toBe(country);
});
