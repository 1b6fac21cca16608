import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultConfig } from "../config/schema.ts";
import { isAllowedRedirect, redirectTarget } from "./redirects.ts";

const config = defaultConfig({
  auth: {
    site_url: "https://app.example.com",
    additional_redirect_urls: [
      "https://exact.example.com/after",
      "https://*.preview.example.com/**",
      "https://one.example.com/*",
      "https://{a,b}.example.com",
      "com.example.app://callback",
      "http://localhost:3000/**",
    ],
  },
});

test.each([
  "https://app.example.com",
  "https://app.example.com/any/path?x=1#y",
  "https://exact.example.com/after",
  "https://pr-1.preview.example.com/a/b/c",
  "https://one.example.com/a",
  "https://a.example.com",
  "https://b.example.com",
  "com.example.app://callback",
  "http://localhost:3000/x/y",
  "http://127.0.0.1:8080/",
])("leads to %s", (target) => {
  expect(isAllowedRedirect(config, target)).toBe(true);
});

test.each([
  "",
  "/relative",
  "//evil.example",
  "https://evil.example",
  "http://app.example.com",
  "https://app.example.com:444",
  "https://app.example.com.evil.example",
  "https://app.example.com@evil.example",
  "https://user:password@app.example.com",
  "https://exact.example.com/after/more",
  "https://exact.example.com/after2",
  "https://a.b.preview.example.com/x",
  "https://evil.example/x.preview.example.com/y",
  "https://evil?.preview.example.com/x",
  "https://evil/?.preview.example.com/x",
  "https://2130706433?.preview.example.com/x",
  "https://one.example.com/a/b",
  "https://c.example.com",
  "https:evil.example",
  "https:/app.example.com",
  "https:///evil.example",
  "https://evil.example\\.preview.example.com/",
  "https://evil.example\t.preview.example.com/",
  "https://ev\0il.example",
  "javascript:alert(1)",
  "JavaScript://app.example.com/%0aalert(1)",
  "data:text/html,x",
  "https://2130706433/",
  "https://8.8.8.8/",
  "com.example.app://callback/other",
  "ftp://app.example.com",
])("does not lead to %j, but home", (target) => {
  expect(isAllowedRedirect(config, target)).toBe(false);
  expect(redirectTarget(config, target)).toBe("https://app.example.com");
});

test("whatever is let through, a browser takes to a host that was meant", () => {
  const meant =
    /^(app|exact|one|a|b)\.example\.com$|^[a-z0-9-]+\.preview\.example\.com$|^localhost$|^127\.|^\[::1\]$|^callback$/;
  const piece = fc.constantFrom(
    ..."https:// http:// // / \\ @ : . .. # ? * % %2f %00 \t \n evil.example app.example.com .preview.example.com localhost x 127.0.0.1 [::1] com.example.app:// javascript: 0x7f.1 ︰ 。 ．".split(
      " ",
    ),
  );
  const address = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(address, (target) => {
      if (!isAllowedRedirect(config, target)) return;
      expect(new URL(target, "https://base.example").hostname).toMatch(meant);
    }),
    { numRuns: 20_000 },
  );
});

test("an address cannot be so long that comparing it keeps others waiting", () => {
  const patterns = ["https://x.example/**/a/**/b/**/c"];
  const open = defaultConfig({
    auth: { site_url: "https://site.test", additional_redirect_urls: patterns },
  });
  expect(isAllowedRedirect(open, "https://x.example/1/a/2/b/3/c")).toBe(true);
  const start = performance.now();
  expect(isAllowedRedirect(open, `https://x.example/${"/a/b/".repeat(1_600)}`)).toBe(false);
  expect(performance.now() - start).toBeLessThan(1_000);
  expect(isAllowedRedirect(open, `https://site.test/?state=${"x".repeat(4_000)}`)).toBe(true);
});

test("a pattern's host is a host's to match, however much its wildcards let through", () => {
  const patterns = [
    ["https://*.example.com", /^[^.]+\.example\.com$/],
    ["https://*.example.com/**", /^[^.]+\.example\.com$/],
    ["https://**.example.com/**", /\.example\.com$/],
    ["https://**.example.com**", /\.example\.com$/],
    ["https://app-?.example.com/*", /^app-.\.example\.com$/],
    ["https://[a-z]*.example.com/**", /^[a-z][^.]*\.example\.com$/],
    ["https://{one,two-*}.example.com/**", /^(one|two-[^.]*)\.example\.com$/],
    ["https://example.com*", /^example\.com$/],
    ["https://example.com:*/**", /^example\.com$/],
    ["myapp://*", /^[^./]*$/],
  ] as const;
  // The enemy's host comes first, where browsers look, and what the pattern asks for wherever else.
  const enemy = fc.constantFrom(
    "evil",
    "evil.test",
    "evil-example.com",
    "1.1.1.1",
    "[2001:db8::1]",
  );
  const junction = fc.constantFrom(
    ..."? / # : @ :443? /? /# /; /.. /%2f \\ \\@ ?@ #@ .%00 %2e. %3f ;. ,. .. ︒ ／ ？".split(" "),
    "",
    " ",
    "\t",
    "\r\n",
  );
  const wanted = fc.constantFrom(
    ".example.com",
    "app.example.com",
    "app-x.example.com",
    "one.example.com",
    "example.com",
    "example.com:80",
  );
  const tail = fc.constantFrom("", "/", "/x", "/x/y", "?x=1", "#x", "//x");
  const scheme = fc.constantFrom("https://", "https:", "https:/", "https:\\\\", "//", "myapp://");
  const hostile = fc
    .tuple(scheme, enemy, fc.array(junction, { maxLength: 3 }), wanted, tail)
    .map(([start, host, joints, end, rest]) => `${start}${host}${joints.join("")}${end}${rest}`);
  let letIn = 0;
  fc.assert(
    fc.property(fc.constantFrom(...patterns), hostile, ([pattern, meant], target) => {
      const open = defaultConfig({
        auth: { site_url: "https://site.test", additional_redirect_urls: [pattern] },
      });
      if (!isAllowedRedirect(open, target)) return;
      letIn++;
      const { hostname } = new URL(target);
      expect(hostname, `${target} by ${pattern}`).toMatch(meant);
    }),
    { numRuns: 20_000 },
  );
  // Some of them are harmless; were none let through, nothing would have been tried.
  expect(letIn).toBeGreaterThan(0);
});
