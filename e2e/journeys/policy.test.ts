import { expect, test } from "../test.ts";

/** Attacks by injected markup, each with the directive that blocks it. */
const attacks = [
  ["<script>document.title = 'taken'</script>", "script-src-elem"],
  ["<script src='https://example.com/taken.js'></script>", "script-src-elem"],
  ["<img src='data:,' onerror=\"document.title = 'taken'\">", "script-src-attr"],
  ["<style>body { display: none }</style>", "style-src-elem"],
  ["<p style='position: fixed; inset: 0'>Type your password here</p>", "style-src-attr"],
  ["<iframe src='https://example.com/'></iframe>", "frame-src"],
  ["<object data='https://example.com/taken.swf'></object>", "object-src"],
  ["<base href='https://example.com/'>", "base-uri"],
] as const;

for (const path of ["/", "/inbox"]) {
  test(`the Content-Security-Policy blocks foreign scripts at ${path}`, async ({
    page,
    pageErrors,
  }) => {
    const markup = attacks.map(([attack]) => attack).join("");
    await page.route(path, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace("</body>", `${markup}</body>`);
      await route.fulfill({ response, body });
    });
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const [attack, directive] of attacks) {
      await expect
        .poll(() => pageErrors.unexpected().join("\n"), { message: attack })
        .toContain(`securitypolicyviolation: ${directive} `);
    }
    await expect(page).not.toHaveTitle("taken");
    pageErrors.expect(/Content Security Policy|securitypolicyviolation/);
  });
}
