import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../test.ts";

test.use({ locale: "ar" });

/** Returns the distance between two elements on the side where lines start. */
async function indent(inner: Locator, outer: Locator): Promise<number> {
  const [innerBox, outerBox] = [await inner.boundingBox(), await outer.boundingBox()];
  if (!innerBox || !outerBox) throw new Error("Nothing is shown.");
  return Math.round(outerBox.x + outerBox.width - innerBox.x - innerBox.width);
}

/** Returns the horizontal position of a text on its line. */
const textPosition = (page: Page, text: string, part: string) =>
  page.getByText(text, { exact: true }).evaluate((element, part) => {
    const node = element.firstChild;
    const index = node?.textContent?.indexOf(part) ?? -1;
    if (!node || index < 0) throw new Error("There is no such text.");
    const range = document.createRange();
    range.setStart(node, index);
    range.setEnd(node, index + part.length);
    return range.getBoundingClientRect().left;
  }, part);

test("user text keeps its own direction in a right-to-left page", async ({
  page,
  account,
  api,
}) => {
  await api.createNotes(account, [
    { title: "Really?", body: "A few words, to end in a full stop." },
    { title: "قائمة", body: "خبز وحليب." },
  ]);
  await page.goto("/");
  await page.getByLabel("البريد الإلكتروني").fill(account.email);
  await page.getByLabel("كلمة المرور", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "تسجيل الدخول", exact: true }).click();
  const rows = page.getByRole("list", { name: "ملاحظاتك" }).getByRole("listitem");
  await expect(rows).toHaveCount(2);

  expect(await textPosition(page, "Really?", "?")).toBeGreaterThan(
    await textPosition(page, "Really?", "R"),
  );
  expect(await textPosition(page, "خبز وحليب.", ".")).toBeLessThan(
    await textPosition(page, "خبز وحليب.", "خ"),
  );
  const [arabic = 0, latin = 1] = await rows.evaluateAll((rowElements) =>
    rowElements.map((row) => {
      const range = document.createRange();
      range.selectNodeContents(row.querySelector("h2 a") ?? row);
      return Math.round(range.getBoundingClientRect().right);
    }),
  );
  expect(latin).toBe(arabic);

  await page.getByRole("link", { name: "Really?" }).click();
  const dialog = page.getByRole("dialog", { name: "تعديل الملاحظة" });
  await expect(dialog.getByLabel("العنوان")).toHaveCSS("direction", "ltr");
  await dialog.getByLabel("العنوان").fill("");
  await expect(dialog.getByLabel("العنوان")).toHaveCSS("direction", "rtl");
  // The text is aligned with the dialog's title.
  const inset = await indent(dialog.getByRole("heading", { level: 2 }), dialog);
  expect(inset).toBe((await indent(dialog.getByLabel("النص"), dialog)) + 12);
});

test("the placeholder of a phone number is right-to-left, and the number left-to-right", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByText("المزيد من طرق تسجيل الدخول").click();
  await page.getByRole("button", { name: "استخدام رقم هاتف" }).click();
  const number = page.getByLabel("رقم الهاتف");
  await expect(number).toHaveCSS("direction", "rtl");
  await number.fill("+20 100 123 4567");
  await expect(number).toHaveCSS("direction", "ltr");
});

test("a declined social sign-in is reported in Arabic", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: /GitHub/ }).click();
  await page.getByRole("button", { name: "Deny" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveText("تم إلغاء تسجيل الدخول.");
});
