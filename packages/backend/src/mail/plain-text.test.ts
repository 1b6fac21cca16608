import { describe, expect, it } from "vitest";
import { linksOf, plainText } from "./plain-text.ts";

describe("the text of an HTML e-mail", () => {
  it("the plain text of an HTML e-mail reads naturally", () => {
    const html = `<!DOCTYPE html>
<html><head><title>Ignored</title><style>p { color: red }</style></head>
<body>
  <!-- ignored -->
  <h2>Magic&nbsp;Link</h2>
  <p>Follow this   link,
     <b>Ana</b> &amp; Co&#46;<br>Quickly!</p>
  <p><a class="x" href="https://x.test/?a=1&amp;b=2">Log In</a></p>
  <ul><li>One</li><li>Two</li></ul>
  <table><tr><td>Code</td><td>123456</td></tr></table>
  <p><img src="logo.png" alt="Example Inc."> <a href="mailto:help@x.test">help@x.test</a></p>
</body></html>`;
    expect(plainText(html)).toBe(`Magic Link

Follow this link, Ana & Co.
Quickly!

Log In: https://x.test/?a=1&b=2

- One
- Two

Code 123456

Example Inc. help@x.test
`);
  });

  it("the plain text of an HTML e-mail shows a link once if its text is its URL", () => {
    expect(plainText('<a href="https://x.test/a">https://x.test/a</a>')).toBe("https://x.test/a\n");
  });

  it("the plain text of an HTML e-mail shows the URL of a link without text", () => {
    expect(plainText('<a href="https://x.test/a"><img src="x"></a>')).toBe("https://x.test/a\n");
  });

  it("the plain text of an HTML e-mail keeps text that only looks like a tag", () => {
    expect(plainText("1 < 2 &lt;b&gt; 3 > 2")).toBe("1 < 2 <b> 3 > 2\n");
  });

  it("the plain text of an HTML e-mail takes time in proportion to its length", {
    timeout: 5_000,
  }, () => {
    const hostileHtml = `${"<a ".repeat(20_000)}${"<!--".repeat(20_000)}${'<p x="'.repeat(20_000)}`;
    plainText(hostileHtml);
    linksOf(hostileHtml);
  });
});

describe("the links of an HTML e-mail", () => {
  it("the links of an HTML e-mail are the ones that can be followed, in order", () => {
    const html = `<a href="https://a.test/?x=1&amp;y=2">a</a><a name="b">b</a><A class='c' HREF='https://c.test'>c</A><abbr href="no">d</abbr>`;
    expect(linksOf(html)).toEqual(["https://a.test/?x=1&y=2", "https://c.test"]);
  });
});
