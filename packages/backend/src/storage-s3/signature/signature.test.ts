import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { describe, expect, test } from "vitest";
import { type RawRequest, signingKey } from "./canonical.ts";
import { ChunkDecoder } from "./chunks.ts";
import { readClaimedSignature } from "./claimed-signature.ts";
import { verifySignature } from "./verification.ts";

// These examples are from Amazon's documentation, "Authenticating Requests (AWS Signature Version 4)".

const secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
const now = Date.parse("2013-05-24T00:00:00Z");
const credential = "AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request";
const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

function request(
  method: string,
  path: string,
  signature: string,
  headers: Record<string, string>,
): RawRequest {
  const all = {
    host: "examplebucket.s3.amazonaws.com",
    "x-amz-date": "20130524T000000Z",
    ...headers,
  };
  const names = Object.keys(all).sort().join(";");
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=${names},Signature=${signature}`;
  return { method, path, query: [], headers: new Headers({ ...all, authorization }) };
}

const verify = (raw: RawRequest) => verifySignature(raw, readClaimedSignature(raw, now), [secret]);

describe("the example of", () => {
  test("a range of an object is verified", () => {
    const headers = { range: "bytes=0-9", "x-amz-content-sha256": empty };
    const signature = "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41";
    const raw = request("GET", "/test.txt", signature, headers);
    expect(verify(raw)).toEqual(signingKey(secret, { day: "20130524", region: "us-east-1" }));
    expect(() => verify({ ...raw, path: "/other.txt" })).toThrow("does not match");
    expect(() => verify(request("GET", "/test.txt", signature.replace("f", "e"), headers))).toThrow(
      "does not match",
    );
  });

  test("an object with a name to escape is verified", () => {
    const raw = request(
      "PUT",
      "/test$file.text",
      "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
      {
        date: "Fri, 24 May 2013 00:00:00 GMT",
        "x-amz-storage-class": "REDUCED_REDUNDANCY",
        "x-amz-content-sha256": "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072",
      },
    );
    verify(raw);
    verify({ ...raw, path: "/test%24file.text" });
  });

  test("a presigned URL is verified until it expires", () => {
    const query = Object.entries({
      "X-Amz-Algorithm": "AWS4-HMAC-SHA256",
      "X-Amz-Credential": credential,
      "X-Amz-Date": "20130524T000000Z",
      "X-Amz-Expires": "86400",
      "X-Amz-SignedHeaders": "host",
      "X-Amz-Signature": "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404",
    });
    const headers = new Headers({ host: "examplebucket.s3.amazonaws.com" });
    const raw = { method: "GET", path: "/test.txt", query, headers };
    verify(raw);
    expect(() => readClaimedSignature(raw, now + 86_401_000)).toThrow("expired");
  });
});

describe("a body in signed chunks", () => {
  const seed = "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9";
  const chunks = [
    "10000;chunk-signature=ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648",
    "a".repeat(65_536),
    "400;chunk-signature=0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497",
    "a".repeat(1024),
    "0;chunk-signature=b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9",
    "",
    "",
  ];
  const body = chunks.join("\r\n");
  const raw = request("PUT", "/examplebucket/chunkObject.txt", seed, {
    "content-encoding": "aws-chunked",
    "content-length": "66824",
    "x-amz-content-sha256": "STREAMING-AWS4-HMAC-SHA256-PAYLOAD",
    "x-amz-decoded-content-length": "66560",
    "x-amz-storage-class": "REDUCED_REDUNDANCY",
    host: "s3.amazonaws.com",
  });

  async function decode(text: string, pieces = 1000) {
    const decoder = new ChunkDecoder({
      claimedSignature: readClaimedSignature(raw, now),
      key: verify(raw),
    });
    const bytes = Buffer.from(text, "latin1");
    const source = Readable.from(
      (function* () {
        for (let from = 0; from < bytes.length; from += pieces) {
          yield bytes.subarray(from, from + pieces);
        }
      })(),
    );
    const [content] = await Promise.all([
      buffer(decoder.on("error", () => {})),
      pipeline(source, decoder),
    ]);
    return content.toString();
  }

  test.each([1, 7, 1000, 1_000_000])(
    "a body in signed chunks is read in pieces of %i bytes",
    async (pieces) => {
      expect(await decode(body, pieces)).toBe("a".repeat(66_560));
    },
  );

  test.each([
    ["another content", body.replace("aaa", "aab"), "does not match"],
    ["a chunk less", chunks.toSpliced(2, 2).join("\r\n"), "does not match"],
    ["a chunk twice", chunks.toSpliced(2, 0, ...chunks.slice(0, 2)).join("\r\n"), "does not match"],
    ["no end", chunks.slice(0, 4).join("\r\n"), "number of bytes"],
    ["half a chunk", body.slice(0, 40_000), "number of bytes"],
    ["a chunk without signature", `5\r\nhello\r\n${body}`, "malformed"],
    ["no size", `x\r\n${body}`, "malformed"],
    ["a line without end", "1".repeat(10_000), "malformed"],
    ["a trailer without end", `${body}${"a".repeat(10_000)}`, "malformed"],
  ])("a body in signed chunks is refused with %s", async (_, text, message) => {
    await expect(decode(text)).rejects.toThrow(message);
  });
});
