import { expect, it } from "vitest";
import { azureKeysUrl } from "./azure.ts";

const base = "https://login.microsoftonline.com";
const contoso = "72f988bf-86f1-41af-91ab-2d7cd011db47";
const otherTenant = "9122040d-6c67-4c5b-b112-36a304b66dad";
const external = `https://${contoso}.ciamlogin.com/${contoso}/v2.0`;

it.each([
  { url: undefined, issuer: `${base}/${contoso}/v2.0`, isAccepted: true },
  { url: `${base}/common`, issuer: `${base}/${contoso}/v2.0`, isAccepted: true },
  { url: `${base}/organizations/`, issuer: `${base}/${contoso}/v2.0`, isAccepted: true },
  { url: `${base}/${contoso}`, issuer: `${base}/${contoso}/v2.0`, isAccepted: true },
  { url: `${base}/${contoso}/`, issuer: `${base}/${otherTenant}/v2.0`, isAccepted: false },
  {
    url: `${base}/consumers`,
    issuer: `${base}/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0`,
    isAccepted: true,
  },
  { url: `${base}/consumers`, issuer: `${base}/${contoso}/v2.0`, isAccepted: false },
  { url: undefined, issuer: external, isAccepted: false },
  { url: external.replace("/v2.0", ""), issuer: external, isAccepted: true },
  { url: external.replace("/v2.0", ""), issuer: `${base}/${contoso}/v2.0`, isAccepted: false },
  {
    url: undefined,
    issuer: `https://login.microsoftonline.com.evil.test/${contoso}/v2.0`,
    isAccepted: false,
  },
  { url: undefined, issuer: `${base}/${contoso}/x/v2.0`, isAccepted: false },
  { url: undefined, issuer: "https://accounts.google.com", isAccepted: false },
])("with url $url the issuer $issuer is accepted: $isAccepted", ({ url, issuer, isAccepted }) => {
  expect(azureKeysUrl(issuer, url) !== undefined).toBe(isAccepted);
});

it("the URL of the keys is derived from the issuer", () => {
  expect(azureKeysUrl(`${base}/${contoso}/v2.0`, undefined)).toBe(
    `${base}/${contoso}/discovery/v2.0/keys`,
  );
});
