import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultConfig } from "../../config/sections/schema.ts";
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
      "com.example.app:/oauth",
      "exp://192.168.0.2:8081/--/**",
      "http://localhost:3000/**",
      "HTTPS://Tenants.Example.com:443/acme/**",
      "https://files.example.com/{a/x,b/[!.]z}/?",
      "https://bücher.example/weiter",
      "https://*.menu.example/weiß",
    ],
  },
});

/** The number of URLs and patterns that each property is tested with. */
const runCount = Number(process.env["REDIRECT_RUNS"] ?? 1_000);
const timeoutOptions = { timeout: 60_000 + 10 * runCount };

test.each([
  "https://app.example.com",
  "https://app.example.com/any/path?x=1#y",
  "https://exact.example.com/after",
  "https://pr-1.preview.example.com/a/b/c",
  "https://one.example.com/a",
  "https://a.example.com",
  "https://b.example.com",
  "com.example.app://callback",
  "COM.Example.App://callback",
  "com.example.app:/oauth",
  "exp://192.168.0.2:8081/--/auth/callback?x=1",
  "http://localhost:3000/x/y",
  "http://127.0.0.1:8080/",
  "http://[::1]:8080/",
  "https://A.example.com:443/",
  "https://a.example.com",
  "https://tenants.example.com/acme/",
  "https://TENANTS.example.com:443/other/../acme/home",
  "https://tenants.example.com/acme/%C3%A9?next=%2Fx%2F..%2Fy",
  "https://files.example.com/a/x/1",
  "https://files.example.com/b/yz/1",
  "https://xn--bcher-kva.example/weiter",
  "https://app.menu.example/weiß",
  "https://app.menu.example/wei%C3%9F",
])("a redirect to %s is allowed", (target) => {
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
  "com.example.app://Callback",
  "com.example.app:/oauth/../other",
  "exp://192.168.0.3:8081/--/auth",
  "exp://192.168.0.2:8081/--/../x",
  "evil://127.0.0.1/x",
  "evil://[::1]/x",
  "evil://localhost/x",
  "ftp://127.0.0.1/x",
  "ftp://app.example.com",
  "https://app.example.com//evil.example",
  "https://app.example.com/.//evil.example",
  "https://app.example.com/x/..//evil.example",
  "https://app.example.com/%2e//evil.example",
  "http://localhost:3000//evil.example",
  "https://tenants.example.com/acme/../mallory/",
  "https://tenants.example.com/acme/%2e%2E/mallory/",
  "https://tenants.example.com/acme/.%2e/mallory/",
  "https://tenants.example.com/acme/..%2fmallory/",
  "https://tenants.example.com/acme/%2e%2e%5Cmallory/",
  "https://tenants.example.com/acme/x%2f..%2f..%2fmallory/",
  "https://tenants.example.com/acme",
  "https://tenants.example.com:444/acme/",
  "https://files.example.com/a/x/..",
  "https://files.example.com/b/.z/1",
])("a redirect to %j is refused, and leads to the site URL", (target) => {
  expect(isAllowedRedirect(config, target)).toBe(false);
  expect(redirectTarget(config, target)).toBe("https://app.example.com");
});

test("every allowed redirect stays on an allowed host in a browser", timeoutOptions, () => {
  const expectedHost =
    /^(app|exact|one|a|b)\.example\.com$|^[a-z0-9-]+\.preview\.example\.com$|^localhost$|^127\.|^\[::1\]$|^callback$/;
  const urlPart = fc.constantFrom(
    ..."https:// http:// // / \\ @ : . .. # ? * % %2f %00 \t \n evil.example app.example.com .preview.example.com localhost x 127.0.0.1 [::1] com.example.app:// javascript: 0x7f.1 ︰ 。 ．".split(
      " ",
    ),
  );
  const address = fc
    .array(urlPart, { minLength: 1, maxLength: 8 })
    .map((urlParts) => urlParts.join(""));
  fc.assert(
    fc.property(address, (target) => {
      if (!isAllowedRedirect(config, target)) return;
      expect(new URL(target, "https://base.example").hostname).toMatch(expectedHost);
    }),
    { numRuns: runCount },
  );
});

test("a redirect URL that is too long to compare quickly is refused", () => {
  const patterns = ["https://x.example/**/a/**/b/**/c"];
  const configWithPattern = defaultConfig({
    auth: { site_url: "https://site.test", additional_redirect_urls: patterns },
  });
  expect(isAllowedRedirect(configWithPattern, "https://x.example/1/a/2/b/3/c")).toBe(true);
  expect(isAllowedRedirect(configWithPattern, `https://x.example/${"/a/b/".repeat(1_600)}`)).toBe(
    false,
  );
  expect(
    isAllowedRedirect(configWithPattern, `https://site.test/?state=${"x".repeat(4_000)}`),
  ).toBe(true);
});

test(
  "the host of a pattern matches only hosts, even if its wildcards allow more",
  timeoutOptions,
  () => {
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
    // The attacker's host is at the start, where browsers look for it; the text that the pattern requires is elsewhere.
    const attackerHost = fc.constantFrom(
      "evil",
      "evil.test",
      "evil-example.com",
      "1.1.1.1",
      "[2001:db8::1]",
    );
    const separator = fc.constantFrom(
      ..."? / # : @ :443? /? /# /; /.. /%2f \\ \\@ ?@ #@ .%00 %2e. %3f ;. ,. .. ︒ ／ ？".split(
        " ",
      ),
      "",
      " ",
      "\t",
      "\r\n",
    );
    const requiredText = fc.constantFrom(
      ".example.com",
      "app.example.com",
      "app-x.example.com",
      "one.example.com",
      "example.com",
      "example.com:80",
    );
    const tail = fc.constantFrom("", "/", "/x", "/x/y", "?x=1", "#x", "//x");
    const scheme = fc.constantFrom("https://", "https:", "https:/", "https:\\\\", "//", "myapp://");
    const hostileUrl = fc
      .tuple(scheme, attackerHost, fc.array(separator, { maxLength: 3 }), requiredText, tail)
      .map(
        ([start, host, separators, end, rest]) =>
          `${start}${host}${separators.join("")}${end}${rest}`,
      );
    let allowedCount = 0;
    fc.assert(
      fc.property(fc.constantFrom(...patterns), hostileUrl, ([pattern, expectedHost], target) => {
        const configWithPattern = defaultConfig({
          auth: { site_url: "https://site.test", additional_redirect_urls: [pattern] },
        });
        if (!isAllowedRedirect(configWithPattern, target)) return;
        allowedCount++;
        const { hostname } = new URL(target);
        expect(hostname, `${target} by ${pattern}`).toMatch(expectedHost);
      }),
      { numRuns: runCount },
    );
    // If no URL were allowed, the test would prove nothing.
    expect(allowedCount).toBeGreaterThan(0);
  },
);

test("a pattern's path is compared after a browser's normalization", timeoutOptions, () => {
  const webUrl = (host: RegExp, path: RegExp) => (url: URL) =>
    /^https:$/.test(url.protocol) && host.test(url.host) && path.test(url.pathname);
  const appUrl = (origin: RegExp, path: RegExp) => (url: URL) =>
    origin.test(`${url.protocol}//${url.host}`) && path.test(url.pathname);
  const patterns = [
    ["https://site.example/acme/**", webUrl(/^site\.example$/, /^\/acme\//)],
    ["https://site.example/acme/*", webUrl(/^site\.example$/, /^\/acme\/[^/]*$/)],
    ["https://site.example/acme/?", webUrl(/^site\.example$/, /^\/acme\/[^/]?$/)],
    ["https://site.example/[a-c]cme/**", webUrl(/^site\.example$/, /^\/[abc]cme\//)],
    ["https://site.example/[!a]cme/**", webUrl(/^site\.example$/, /^\/[^/a]cme\//)],
    ["https://site.example/{acme,b*}/**", webUrl(/^site\.example$/, /^\/(acme|b[^/.]*)\//)],
    ["https://*.site.example/acme/**", webUrl(/^[^.]+\.site\.example$/, /^\/acme\//)],
    ["https://site.example:8443/acme", webUrl(/^site\.example:8443$/, /^\/acme$/)],
    ["https://site.example/acme/../b/**", webUrl(/^never$/, /^/)],
    ["https://site.example", webUrl(/^site\.example$/, /^\/$/)],
    ["com.example.app://acme", appUrl(/^com\.example\.app:\/\/acme$/, /^$/)],
    ["com.example.app://acme/**", appUrl(/^com\.example\.app:\/\/acme$/, /^\//)],
    ["exp://192.168.0.2:8081/--/**", appUrl(/^exp:\/\/192\.168\.0\.2:8081$/, /^\/--\//)],
    ["exp://**", appUrl(/^exp:\/\//, /^/)],
  ] as const;
  const base = fc.constantFrom(
    ..."https://site.example https://site.example:8443 HTTPS://SITE.example https://a.site.example https://site.example@evil.test https://site.example.evil.test https:/site.example https:site.example https://evil.test evil://site.example evil://127.0.0.1 http://site.example com.example.app:// com.example.app: exp://192.168.0.2:8081 exp://evil.test javascript: data: blob:https://site.example/ //site.example".split(
      " ",
    ),
  );
  const urlPart = fc.constantFrom(
    ..."acme /acme /acme/ acme/ /bcme/ /cme/ mallory /mallory/ / // \\ . .. ../ /../ /./ /%2e%2e/ /%2E./ %2f %5c %2e%2e%2f ..;/ ? # @ : ; :443 :8443 evil.test \t \n \r \0 %00 %09 \u3002 \uff0e \uff0f \u2044 \ud800 é 1 --/".split(
      " ",
    ),
    "",
    " ",
  );
  const address = fc
    .tuple(base, fc.array(urlPart, { maxLength: 6 }))
    .map(([start, rest]) => start + rest.join(""));
  let allowedCount = 0;
  fc.assert(
    fc.property(fc.constantFrom(...patterns), address, ([pattern, isExpected], target) => {
      const configWithPattern = defaultConfig({
        auth: { site_url: "https://home.test", additional_redirect_urls: [pattern] },
      });
      if (!isAllowedRedirect(configWithPattern, target)) return;
      allowedCount++;
      const url = new URL(target, "https://base.test");
      expect(isExpected(url), `${target} by ${pattern}`).toBe(true);
      expect(url.pathname.startsWith("//"), target).toBe(false);
      // Even a server that decodes the path before routing must stay inside the folder.
      const decoded = url.pathname.replaceAll(/%2f|%5c/gi, "/").replaceAll(/%2e/gi, ".");
      expect(decoded, target).not.toMatch(/\/\.\.(\/|$)/);
    }),
    // Use more runs, because few of the URLs are allowed.
    { numRuns: 5 * runCount },
  );
  expect(allowedCount).toBeGreaterThan(runCount / 100);
});

test("a listed redirect URL is allowed in every spelling that a browser accepts", () => {
  const path = fc.constantFrom("/acme/", "/acme/x", "/acme/x/y.html", "/acme/é", "/acme/?x=1");
  const scheme = fc.constantFrom("https", "HTTPS", "Https");
  const host = fc.constantFrom("site.example", "SITE.Example");
  const port = fc.constantFrom("", ":443");
  const detour = fc.constantFrom("", "/.", "/x/..", "/x/%2e%2E", "/./y/../.");
  const listedConfig = defaultConfig({
    auth: {
      site_url: "https://home.test",
      additional_redirect_urls: ["https://site.example/acme/**"],
    },
  });
  fc.assert(
    fc.property(scheme, host, port, detour, path, (...[s, h, p, d, rest]) => {
      expect(isAllowedRedirect(listedConfig, `${s}://${h}${p}${d}${rest}`)).toBe(true);
    }),
  );
});
