import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createSite } from "../../packages/backend/src/http/site.ts";
import { headersFile, securityHeaders } from "./security-headers.ts";

/** The headers that the embedded server sends with a page, but for those of any answer. */
async function ofServer(connectTo: readonly string[]): Promise<Record<string, string>> {
  const site = createSite(fileURLToPath(new URL(".", import.meta.url)), connectTo);
  const { headers } = await site.request("/notes");
  for (const name of ["content-type", "cache-control"]) headers.delete(name);
  return Object.fromEntries(headers);
}

describe("securityHeaders", () => {
  it.each([
    { hostedUrl: undefined, connectTo: [] },
    { hostedUrl: "https://abc.supabase.co/x", connectTo: ["https://abc.supabase.co"] },
  ])("are those of the embedded server (backend: $hostedUrl)", async ({ hostedUrl, connectTo }) => {
    const ours = Object.fromEntries(new Headers(securityHeaders(hostedUrl)));
    expect(ours).toEqual(await ofServer(connectTo));
  });

  it("allow no inline script and no inline style", () => {
    expect(securityHeaders()["Content-Security-Policy"]).not.toMatch(/unsafe/);
  });
});

describe("headersFile", () => {
  it("has a header a line, under the path that it is for", () => {
    const file = headersFile("https://abc.supabase.co");
    expect(file).toMatch(/^\/\*\n {2}Content-Security-Policy: .*https:\/\/abc\.supabase\.co;/m);
    expect(file).toMatch(/^\/assets\/\*\n {2}Cache-Control: .*immutable$/m);
  });
});
