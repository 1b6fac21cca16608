import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import type { UploadOptions } from "tus-js-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  bearer,
  protocol,
  refusalOf,
  startTusWire,
  type TusWire,
  uploadFile,
  uploadPartly,
} from "../../../test/servers/tus-wire.ts";
import { sql } from "../../database/sql.ts";
import { signUrl } from "../signed-urls.ts";

let tus: TusWire;
beforeAll(async () => {
  tus = await startTusWire();
});
afterAll(() => tus.close());

describe("a signed URL for an upload", () => {
  const signedOptions = (token: string, objectName: string): UploadOptions => ({
    ...tus.optionsOf(tus.wire.ada, "private", objectName),
    endpoint: `${tus.endpoint()}/sign`,
    headers: { "x-signature": token },
  });

  test("a signed upload URL allows everyone to upload that object in the name of its owner", async () => {
    const name = `${tus.wire.ada.id}/signed.png`;
    const { data } = await tus.wire.ada.from("private").createSignedUploadUrl(name);
    const content = randomBytes(250_000);
    const options = signedOptions(data?.token ?? "", name);
    const uploadUrl = await uploadPartly(content, options, 100_000);
    expect(uploadUrl).toContain("/upload/resumable/sign/");
    await uploadFile(content, { ...options, uploadUrl });
    expect((await tus.contentOf("private", name)).equals(content)).toBe(true);
    const { rows } = await tus.wire.server.database.query(
      sql`select owner_id from storage.objects where name = ${name}`,
    );
    expect(rows).toEqual([{ owner_id: tus.wire.ada.id }]);
  });

  test("a signed upload URL is valid for its object and time, and not for a replacement", async () => {
    const name = `${tus.wire.ada.id}/signed-once.png`;
    const { data } = await tus.wire.ada.from("private").createSignedUploadUrl(name);
    const token = data?.token ?? "";
    const content = Buffer.from("one");
    expect(
      await refusalOf(uploadFile(content, signedOptions(token, `${tus.wire.ada.id}/other.png`))),
    ).toEqual([400, "Invalid signature"]);
    expect(await refusalOf(uploadFile(content, signedOptions("nonsense", name)))).toEqual([
      400,
      "Invalid Compact JWS",
    ]);
    expect(
      await refusalOf(uploadFile(content, { ...signedOptions(token, name), headers: {} })),
    ).toEqual([400, "Missing x-signature header"]);
    const expiredToken = signUrl(
      tus.wire.server.keys.keyFor("signed URLs of files"),
      "upload",
      { bucket: "private", name },
      { lifetimeSeconds: -1 },
    );
    expect(await refusalOf(uploadFile(content, signedOptions(expiredToken, name)))).toEqual([
      400,
      '"exp" claim timestamp check failed',
    ]);
    await uploadFile(content, signedOptions(token, name));
    expect(await refusalOf(uploadFile(content, signedOptions(token, name)))).toEqual([
      409,
      "The resource already exists",
    ]);
  });
});

describe("pages of other origins", () => {
  test("pages of other origins get the CORS headers of resumable uploads", async () => {
    for (const target of [tus.endpoint(), `${tus.endpoint()}/x`, `${tus.endpoint()}/sign`]) {
      const response = await fetch(target, {
        method: "OPTIONS",
        headers: {
          origin: "https://example.com",
          "access-control-request-method": "PATCH",
          "access-control-request-headers": "authorization,x-own",
        },
      });
      expect(response.status).toBe(204);
      const headers = Object.fromEntries(response.headers);
      expect(headers).toMatchObject({
        "access-control-allow-origin": "*",
        "tus-extension":
          "creation,creation-with-upload,creation-defer-length,termination,expiration",
        "tus-max-size": String(1024 * 1024),
        "tus-version": "1.0.0",
      });
      for (const name of ["x-own", "Authorization", "ApiKey", "X-Upsert", "X-Signature"]) {
        expect(headers["access-control-allow-headers"]).toContain(name);
      }
      expect(headers["access-control-allow-methods"]).toContain("PATCH");
    }
    const refusal = await fetch(tus.endpoint(), { method: "POST", headers: protocol });
    expect(refusal.status).toBe(400);
    expect(await refusal.json()).toMatchObject({ statusCode: "403", code: "AccessDenied" });
    const exposed = refusal.headers.get("access-control-expose-headers");
    for (const name of ["Location", "Upload-Offset", "Tus-Resumable", "Upload-Expires"]) {
      expect(exposed).toContain(name);
    }
  });
});

test("an upload's URL is correct behind proxies", async () => {
  const metadata = `bucketName ${btoa("private")},objectName ${btoa(`${tus.wire.ada.id}/proxied.png`)}`;
  const commonHeaders = {
    ...protocol,
    ...bearer(tus.wire.ada),
    "upload-length": "1",
    "upload-metadata": metadata,
  };
  const proxies: readonly [string, Record<string, string>][] = [
    [tus.wire.server.origin, {}],
    [
      "https://files.example.com",
      { "x-forwarded-proto": "https,http", "x-forwarded-host": "files.example.com" },
    ],
    [
      "https://example.com:8443/api",
      {
        "x-forwarded-proto": "https",
        "x-forwarded-host": "example.com",
        "x-forwarded-port": "8443",
        "x-forwarded-prefix": "/api/",
      },
    ],
    [
      tus.wire.server.origin,
      { "x-forwarded-proto": "x", "x-forwarded-host": "a b", "x-forwarded-prefix": "//x" },
    ],
  ];
  for (const [base, forwardedHeaders] of proxies) {
    const headers = { ...commonHeaders, ...forwardedHeaders };
    const response = await fetch(tus.endpoint(), { method: "POST", headers });
    expect(response.status).toBe(201);
    expect(dirname(response.headers.get("location") ?? "")).toBe(
      `${base}/storage/v1/upload/resumable`,
    );
    expect(response.headers.get("upload-expires")).toMatch(/GMT$/);
  }
});
