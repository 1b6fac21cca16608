import { expect, test } from "vitest";
import { childrenOf, parseXml, textOf } from "./xml.ts";

test("an S3 body with the maximum number of parts and their checksums is parsed", () => {
  const part =
    "<Part><PartNumber>1</PartNumber><ETag>e</ETag><ChecksumSHA256>c</ChecksumSHA256></Part>";
  const body = `<Complete xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${part.repeat(10_000)}</Complete>`;
  const parts = childrenOf(parseXml(body), "Part");
  expect([parts.length, parts[0] && textOf(parts[0], "ETag")]).toEqual([10_000, "e"]);
});

test.each([
  ["with too many elements", `<a>${"<a/>".repeat(70_000)}</a>`],
  ["with many attributes", `<a ${Array.from({ length: 20 }, (_, n) => `x${n}=""`).join(" ")}/>`],
  ["nested too deeply", `${"<a>".repeat(20)}${"</a>".repeat(20)}`],
  ["with a document type", "<!DOCTYPE a><a/>"],
])("an S3 body %s is refused as malformed", (_, body) => {
  expect(() => parseXml(body)).toThrow(expect.objectContaining({ code: "MalformedXML" }));
});
