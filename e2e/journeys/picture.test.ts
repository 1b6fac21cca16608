import type { Page } from "@playwright/test";
import { openSignedIn } from "../accounts.ts";
import { button, toast } from "../sign-in-form.ts";
import { expect, test } from "../test.ts";
import { checkAccessibility } from "../tour.ts";

/** Draws a landscape picture in a single color, and returns it as a file. */
async function drawPicture(page: Page, color: string): Promise<Buffer> {
  const address = await page.evaluate((fill) => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [1200, 800];
    const context = canvas.getContext("2d");
    if (context) context.fillStyle = fill;
    context?.fillRect(0, 0, 1200, 800);
    return canvas.toDataURL("image/jpeg");
  }, color);
  return Buffer.from(address.split(",")[1] ?? "", "base64");
}

test("a picture is cropped, uploaded, shown on all pages and removed", async ({
  page,
  account,
}) => {
  await openSignedIn(page, account, "/account");
  const headerPicture = page.getByRole("banner").locator("img");
  await expect(page.getByRole("button", { name: "Choose a picture" })).toBeVisible();
  await expect(headerPicture).toHaveCount(0);
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    page.locator("input[type=file]").setInputFiles({ name, mimeType, buffer });
  await choose("portrait.heic", "image/heic", Buffer.from("what no browser draws"));
  const errorText = page
    .getByRole("alert")
    .filter({ hasText: "Choose a JPEG, PNG, or WebP file." });
  await expect(errorText).toBeVisible();

  await choose("portrait.jpg", "image/jpeg", await drawPicture(page, "teal"));
  const crop = page.getByRole("dialog", { name: "Crop the picture" });
  await expect(crop.getByRole("slider", { name: "Zoom" })).toBeFocused();
  await expect(errorText).toHaveCount(0);
  // The crop has the full height, so it cannot move vertically.
  await expect(crop.getByRole("slider", { name: "Vertical position" })).toBeDisabled();
  await page.keyboard.press("ArrowRight");
  await expect(crop.getByRole("slider", { name: "Vertical position" })).toBeEnabled();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Home");
  await expect(crop.getByRole("slider", { name: "Horizontal position" })).toHaveAttribute(
    "aria-valuetext",
    "0%",
  );
  await crop.getByRole("img", { name: "Preview" }).hover();
  await page.mouse.down();
  await page.mouse.move(0, 0);
  await page.mouse.up();
  await expect(crop.getByRole("slider", { name: "Horizontal position" })).toHaveAttribute(
    "aria-valuetext",
    "100%",
  );
  await checkAccessibility(page, "a picture being cropped");
  await button(page, "Use this picture").click();
  await expect(toast(page, "Your picture has been saved.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Change the picture" })).toBeFocused();
  const firstUrl = (await headerPicture.getAttribute("src")) ?? "";
  const response = await page.request.get(firstUrl);
  expect(response.headers()).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "max-age=31536000",
  });

  await page.goto("/notes");
  await expect(headerPicture).toHaveJSProperty("naturalWidth", 512);
  await page.getByRole("link", { name: "Account" }).click();
  await choose("other.jpg", "image/jpeg", await drawPicture(page, "plum"));
  await button(page, "Use this picture").click();
  await expect(headerPicture).not.toHaveAttribute("src", firstUrl);
  const secondUrl = (await headerPicture.getAttribute("src")) ?? "";
  await expect.poll(async () => (await page.request.get(firstUrl)).ok()).toBe(false);

  await button(page, "Remove the picture").click();
  await expect(toast(page, "Your picture has been removed.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Choose a picture" })).toBeFocused();
  await expect(headerPicture).toHaveCount(0);
  expect((await page.request.get(secondUrl)).ok()).toBe(false);
});
