import fc from "fast-check";
import { expect, test } from "vitest";
import { pathOfSite } from "./path-of-site.ts";

const site = "https://app.example.com";

test.each([
  ["/", "/"],
  ["/account?tab=1", "/account?tab=1"],
  ["/account?back=//evil.example", "/account?back=//evil.example"],
  ["account", "/account"],
  ["?tab=1", "/?tab=1"],
  ["/a/../b", "/b"],
  ["https://app.example.com/account", "/account"],
  ["HTTPS://APP.example.com:443/account", "/account"],
  // Browsers parse these as paths.
  ["https:/evil.example", "/evil.example"],
  ["https:evil.example", "/evil.example"],
  ["/\tacc\nount", "/account"],
])("the path %j resolves to %s", (address, path) => {
  expect(pathOfSite(address, site)).toBe(path);
});

test.each([
  "",
  "https://evil.example/",
  "http://app.example.com/",
  "https://app.example.com:444/",
  "https://app.example.com.evil.example/",
  "https://app.example.com@evil.example/",
  "https://evil.example@app.example.com/",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "\u0000//evil.example",
  "/.//evil.example",
  "/x/..//evil.example",
  "/%2e//evil.example",
  "/.\\/evil.example",
  "https://app.example.com//evil.example",
  "//evil\u3002example",
  "javascript:alert(1)",
  "JavaScript://app.example.com/%0aalert(1)",
  " \tjava\nscript:alert(1)",
  "data:text/html,x",
  "blob:https://app.example.com/5a1b",
  "filesystem:https://app.example.com/temporary/x",
  "mailto:eve@evil.example",
  "http://[",
])("the address %j is not on the site and resolves to its root", (address) => {
  expect(pathOfSite(address, site)).toBe("/");
});

test("no resolved path leads off the site in a browser", () => {
  const fragment = fc.constantFrom(
    ..."https: HTTPS: http: javascript: JaVaScRiPt: data:text/html, blob: file: about:blank // / \\ /. /.. .// %2f %2F %5c %2e %09 %00 @ user:pw@ : :443 ? # evil.example app.example.com app.example.com.evil.example x \u3002 \uff0e \uff0f \u2044 \u2215 \u00ad \ud800".split(
      " ",
    ),
    ..."\t\n\r\0 ",
  );
  const address = fc.array(fragment, { maxLength: 8 }).map((fragments) => fragments.join(""));
  const anchor = document.createElement("a");
  // `expect` is too slow for forty thousand calls.
  const staysOnSite = (next: string) => {
    const path = pathOfSite(next, site);
    // The path must stay on the site, whichever page it is resolved against.
    const pages = [`${site}/`, `${site}/confirm?next=x`, `${site}//deep//`];
    const isPath = pages.every((page) => {
      const { origin, pathname } = new URL(path, page);
      return origin === site && !pathname.startsWith("//");
    });
    anchor.href = path;
    return isPath && /^\/(?![/\\])/.test(path) && anchor.origin === location.origin;
  };
  fc.assert(fc.property(fc.oneof(address, fc.string(), fc.webUrl()), staysOnSite), {
    numRuns: 5_000,
  });
});
