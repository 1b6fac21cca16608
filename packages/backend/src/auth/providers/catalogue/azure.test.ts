import { expect, it } from "vitest";
import { azureKeys } from "./azure.ts";

const base = "https://login.microsoftonline.com";
const contoso = "72f988bf-86f1-41af-91ab-2d7cd011db47";
const other = "9122040d-6c67-4c5b-b112-36a304b66dad";
const external = `https://${contoso}.ciamlogin.com/${contoso}/v2.0`;

it.each([
  { url: undefined, issuer: `${base}/${contoso}/v2.0`, accepted: true },
  { url: `${base}/common`, issuer: `${base}/${contoso}/v2.0`, accepted: true },
  { url: `${base}/organizations/`, issuer: `${base}/${contoso}/v2.0`, accepted: true },
  { url: `${base}/${contoso}`, issuer: `${base}/${contoso}/v2.0`, accepted: true },
  { url: `${base}/${contoso}/`, issuer: `${base}/${other}/v2.0`, accepted: false },
  {
    url: `${base}/consumers`,
    issuer: `${base}/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0`,
    accepted: true,
  },
  { url: `${base}/consumers`, issuer: `${base}/${contoso}/v2.0`, accepted: false },
  { url: undefined, issuer: external, accepted: false },
  { url: external.replace("/v2.0", ""), issuer: external, accepted: true },
  { url: external.replace("/v2.0", ""), issuer: `${base}/${contoso}/v2.0`, accepted: false },
  {
    url: undefined,
    issuer: `https://login.microsoftonline.com.evil.test/${contoso}/v2.0`,
    accepted: false,
  },
  { url: undefined, issuer: `${base}/${contoso}/x/v2.0`, accepted: false },
  { url: undefined, issuer: "https://accounts.google.com", accepted: false },
])("with url $url the issuer $issuer is accepted: $accepted", ({ url, issuer, accepted }) => {
  expect(azureKeys(issuer, url) !== undefined).toBe(accepted);
});

it("keys are found beside the issuer", () => {
  expect(azureKeys(`${base}/${contoso}/v2.0`, undefined)).toBe(
    `${base}/${contoso}/discovery/v2.0/keys`,
  );
});
