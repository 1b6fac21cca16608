import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../test/needs.ts";
import { deno, serveFunctions, writeRaw } from "../../test/servers/functions-wire.ts";

type Wire = Awaited<ReturnType<typeof serveFunctions>>;

const files = {
  "supabase/functions/echo/index.ts": `
    Deno.serve((request, info) =>
      Response.json({ ...Object.fromEntries(request.headers), own: Object.fromEntries(request.clone().headers)["x-own"] }));`,
  "supabase/functions/typed/index.ts": `
    Deno.serve((request) => {
      const { searchParams } = new URL(request.url);
      const headers = new Headers({ "content-security-policy": "img-src *" });
      for (const name of ["content-type", "connection", "x-hop", "keep-alive"]) {
        if (searchParams.has(name)) headers.set(name, searchParams.get(name));
      }
      return new Response(request.method === "HEAD" ? null : "<script>alert(1)</script>", { headers });
    });`,
};
const settings = { echo: { verify_jwt: false }, typed: { verify_jwt: false } } as never;

let directWire: Wire;
let proxiedWire: Wire;
beforeAll(async () => {
  directWire = await serveFunctions(files, settings);
  proxiedWire = await serveFunctions(files, settings, 1);
});
afterAll(async () => {
  await directWire.close();
  await proxiedWire.close();
});

/** Returns the headers that a function receives. */
const received = async ({ origin }: Wire, lines: readonly string[]) => {
  const head = ["GET /functions/v1/echo HTTP/1.1", "host: product.example", ...lines];
  const response = await writeRaw(origin, `${head.join("\r\n")}\r\n\r\n`, (text) =>
    text.includes("}"),
  );
  return JSON.parse(response.slice(response.indexOf("{"), response.lastIndexOf("}") + 1));
};

describe("headers of requests", needs("Deno", deno), () => {
  test("a function receives what the server knows about the caller, and no forged headers", async () => {
    const claims = [
      "x-forwarded-for: 1.2.3.4",
      "x-real-ip: 1.2.3.4",
      "forwarded: for=1.2.3.4",
      "cf-connecting-ip: 1.2.3.4",
      "true-client-ip: 1.2.3.4",
      "fly-client-ip: 1.2.3.4",
      "x-client-ip: 1.2.3.4",
      "x-forwarded-host: evil.example",
      "x-forwarded-proto: gopher",

      "x-forwarded-prefix: /1.2.3.4",
      "x-azure-clientip: 1.2.3.4",
      "x-envoy-external-address: 1.2.3.4",
      "connection: x-forwarded-for, x-real-ip",
    ];
    const headers = await received(directWire, claims);
    expect(JSON.stringify(headers)).not.toMatch(/1\.2\.3\.4|evil|gopher/);
    expect(headers).toMatchObject({
      // The proxy runs on this machine but is not trusted (see `clientAddress`).
      "x-forwarded-for": "0.0.0.0",
      "x-forwarded-host": "product.example",
      "x-forwarded-proto": "http",
    });
    const localHeaders = await (await fetch(`${directWire.origin}/functions/v1/echo`)).json();
    expect(localHeaders).toMatchObject({
      "x-forwarded-for": "127.0.0.1",
      "x-real-ip": "127.0.0.1",
    });
  });

  test("a function behind a trusted proxy gets the address that the proxy saw", async () => {
    const headers = await received(proxiedWire, ["x-forwarded-for: 1.2.3.4, 203.0.113.7"]);
    expect(headers).toMatchObject({ "x-forwarded-for": "203.0.113.7", "x-real-ip": "203.0.113.7" });
  });

  test("hop-by-hop request headers are not relayed, and others are", async () => {
    const headers = await received(directWire, [
      "connection: keep-alive, x-secret, te",
      "x-secret: 1",
      "te: trailers",
      "keep-alive: 5",
      "proxy-authorization: Basic eA==",
      "proxy-connection: keep-alive",
      "upgrade: h2c",
      "trailer: x-later",
      "http2-settings: AAAA",
      "x-own: 2",
      "x-portico-relay: 3",
    ]);
    expect(
      Object.keys(headers).filter((name) => !/^x-(forwarded|real|own)|^own$/.test(name)),
    ).toEqual(["connection", "host"]);
    expect(headers).toMatchObject({ connection: "close", "x-own": "2", own: "2" });
  });
});

describe("headers of responses", needs("Deno", deno), () => {
  const fetchTyped = (query: Record<string, string>, init?: RequestInit) =>
    fetch(`${directWire.origin}/functions/v1/typed?${new URLSearchParams(query)}`, init);

  test.each([
    ["text/html", "text/plain; charset=utf-8"],
    ["TEXT/HTML; charset=ISO-8859-1", "text/plain; charset=ISO-8859-1"],
    ["text/plain, text/html", "text/plain; charset=utf-8"],
    ["application/xhtml+xml", "text/plain; charset=utf-8"],
  ])("a page of type %s is plain text, whatever the method", async (type, plain) => {
    for (const method of ["GET", "POST", "HEAD"]) {
      const { headers } = await fetchTyped({ "content-type": type }, { method });
      expect([method, headers.get("content-type")]).toEqual([method, plain]);
    }
  });

  // Chromium reads "text/xsl" as XML: `MIMETypeRegistry::IsXMLMIMEType`.
  test.each([
    "image/svg+xml",
    "text/xml",
    "application/rss+xml",
    "text/xsl",
    "multipart/x-mixed-replace",
  ])("a document of type %s runs no scripts", async (type) => {
    const { headers } = await fetchTyped({ "content-type": type });
    expect(headers.get("content-type")).toBe(type);
    expect(headers.get("content-security-policy")).toMatch(/img-src \*, sandbox/);
  });

  test("responses of other types are unchanged", async () => {
    for (const type of ["application/json", "text/event-stream", "application/pdf"]) {
      const { headers } = await fetchTyped({ "content-type": type });
      expect(headers.get("content-type")).toBe(type);
      expect(headers.get("content-security-policy")).toBe("img-src *");
    }
  });

  test("hop-by-hop response headers are not relayed", async () => {
    const response = await fetchTyped({
      connection: "x-hop",
      "x-hop": "1",
      "keep-alive": "timeout=999",
    });
    expect(response.headers.get("x-hop")).toBeNull();
    expect(response.headers.get("keep-alive")).not.toBe("timeout=999");
  });
});
