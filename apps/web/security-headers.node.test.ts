import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { headersFile, securityHeaders } from "./security-headers.ts";
import { startBackend, type TestBackend } from "./test/backend.ts";

describe("securityHeaders", () => {
  let backend: TestBackend;

  beforeAll(async () => {
    backend = await startBackend(fileURLToPath(new URL(".", import.meta.url)));
  }, 60_000);

  afterAll(() => backend?.stop());

  it("securityHeaders returns the headers that the embedded server sends with a page", async () => {
    const { headers } = await fetch(`${backend.origin}/notes`);
    for (const [name, value] of Object.entries(securityHeaders())) {
      expect([name, headers.get(name)]).toEqual([name, value]);
    }
  });

  it("securityHeaders lets the page call only the hosted backend that it was built for", () => {
    const policy = securityHeaders("https://abc.supabase.co/x")["Content-Security-Policy"];
    expect(policy).toContain("connect-src 'self' https://abc.supabase.co wss://abc.supabase.co;");
  });

  it("securityHeaders allows no inline script and no inline style", () => {
    expect(securityHeaders()["Content-Security-Policy"]).not.toMatch(/unsafe/);
  });
});

describe("headersFile", () => {
  it("headersFile has one header per line, under its path", () => {
    const file = headersFile("https://abc.supabase.co");
    expect(file).toMatch(
      /^\/\*\n {2}Content-Security-Policy: .*https:\/\/abc\.supabase\.co wss:\/\/abc\.supabase\.co;/m,
    );
    expect(file).toMatch(/^\/assets\/\*\n {2}Cache-Control: .*immutable$/m);
  });
});
