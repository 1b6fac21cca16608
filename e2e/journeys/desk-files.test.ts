import type { Page } from "@playwright/test";
import { type DeskServer, startDesk, viewAs } from "../desk.ts";
import { expect, test } from "../test.ts";
import { checkAccessibility } from "../tour.ts";

const ada = "0b0a2f0e-6a0f-4a5e-9d43-0c8f6b7f0a01";

const migration = `
  insert into auth.users (id, email, aud, role)
    values ('${ada}', 'ada@example.com', 'authenticated', 'authenticated');
  insert into storage.buckets (id, name) values ('papers', 'papers');
  create policy "<i>own papers</i>" on storage.objects for select to authenticated
    using (bucket_id = 'papers' and owner_id = (select auth.uid())::text);
  create policy "other pictures" on storage.objects for select to anon using (bucket_id = 'pictures');`;

const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let desk: DeskServer;

async function openBucket(page: Page, name: string) {
  await page.goto(desk.link);
  const screens = page.getByRole("navigation", { name: "Screens" });
  await screens.getByRole("link", { name: "Files" }).click();
  const buckets = page.getByRole("region", { name: "Buckets" });
  await buckets.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
}

const upload = (page: Page, name: string, mimeType: string, content: string | Buffer) =>
  page
    .getByLabel("Files to upload")
    .setInputFiles({ name, mimeType, buffer: Buffer.from(content) });

const file = (page: Page, name: string) =>
  page.getByRole("region", { name: "Files" }).getByRole("button", { name });

test.describe("the desk's files", () => {
  // All tests of this file share one server, so they run in one worker.
  test.describe.configure({ mode: "default" });
  test.beforeAll(async () => {
    desk = await startDesk(migration);
  });
  test.afterAll(() => desk.stop());

  test("a bucket is created, changed, and deleted when it is empty", async ({
    page,
    pageErrors,
  }) => {
    await page.goto(`${desk.server.url}/desk/files`);
    await openBucket(page, "papers");
    await page.getByRole("button", { name: "New bucket" }).click();
    const form = page.getByRole("dialog", { name: "New bucket" });
    await form.getByLabel("Name").fill("pictures");
    await form.getByLabel("Types").fill("image/*");
    await checkAccessibility(page, "the form of a new bucket");
    await form.getByRole("button", { name: "Create bucket" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("pictures");
    await expect(page.getByRole("heading", { name: "No files" })).toBeVisible();
    pageErrors.expectStatus(415);
    await upload(page, "a.txt", "text/plain", "text");
    await expect(page.getByText("mime type text/plain is not supported")).toBeVisible();
    await checkAccessibility(page, "a refused upload");
    await upload(page, "a.png", "image/png", picture);
    await expect(file(page, "a.png")).toBeVisible();
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel(/^Public/).check();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("link", { name: "pictures public" })).toBeVisible();
    pageErrors.expectStatus(409);
    await page.getByRole("button", { name: "Delete bucket" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete pictures?" });
    await dialog.getByRole("button", { name: "Delete bucket" }).click();
    await expect(dialog.getByRole("alert")).toContainText("is not empty");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Empty" }).click();
    await page.getByRole("button", { name: "Delete all files" }).click();
    await expect(page.getByRole("heading", { name: "No files" })).toBeVisible();
    await page.getByRole("button", { name: "Delete bucket" }).click();
    await dialog.getByRole("button", { name: "Delete bucket" }).click();
    await expect(page.getByRole("link", { name: "pictures" })).toBeHidden();
  });

  test("files are uploaded, previewed, moved, signed and deleted by keyboard", async ({
    page,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await openBucket(page, "papers");
    const hostile = "<script>alert(1)</script>";
    await upload(page, "page.html", "text/html", hostile);
    await expect(file(page, "page.html")).toBeVisible();
    await upload(page, "dot.png", "image/png", picture);
    await expect(file(page, "dot.png")).toBeVisible();
    await upload(
      page,
      "drawing.svg",
      "image/svg+xml",
      `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="alert(1)">${hostile}<circle cx="20" cy="20" r="20"/></svg>`,
    );
    await expect(file(page, "drawing.svg")).toBeVisible();
    await expect(page.getByText("3 of 3 uploaded")).toBeVisible();
    await checkAccessibility(page, "a list of files");

    await file(page, "page.html").focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog").first();
    await expect(dialog.getByRole("region", { name: "Preview" })).toHaveText(hostile);
    await checkAccessibility(page, "the preview of a text");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(file(page, "page.html")).toBeFocused();
    for (const name of ["dot.png", "drawing.svg"]) {
      await file(page, name).focus();
      await page.keyboard.press("Enter");
      await expect(dialog.getByRole("img", { name })).toHaveJSProperty("complete", true);
      await expect
        .poll(() =>
          dialog
            .getByRole("img", { name })
            .evaluate((image: HTMLImageElement) => image.naturalWidth),
        )
        .toBeGreaterThan(0);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(file(page, name)).toBeFocused();
    }

    await file(page, "dot.png").click();
    await dialog.getByRole("button", { name: "Rename or move" }).click();
    await page.getByLabel("Name, with its folders").fill("pictures/renamed.png");
    await page.keyboard.press("Enter");
    await expect(file(page, "dot.png")).toBeHidden();
    await page
      .getByRole("region", { name: "Files" })
      .getByRole("link", { name: "pictures/" })
      .click();
    await expect(page.getByRole("navigation", { name: "Folders" })).toContainText("pictures");
    await file(page, "renamed.png").click();
    await dialog.getByRole("button", { name: "Signed link" }).click();
    await page.getByRole("button", { name: "Create link" }).click();
    const link = await page.getByLabel("Link", { exact: true }).inputValue();
    expect((await fetch(link)).headers.get("content-type")).toBe("image/png");
    await checkAccessibility(page, "a signed link");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.getByRole("checkbox", { name: "Select renamed.png" }).check();
    await page.getByRole("button", { name: "Delete 1 file" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("heading", { name: "No files" })).toBeVisible();
  });

  test("files are dropped into a new folder, which is deleted with them", async ({ page }) => {
    await openBucket(page, "papers");
    await page.getByRole("button", { name: "New folder" }).click();
    await page.getByLabel("Name", { exact: true }).fill("dropped");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("navigation", { name: "Folders" })).toContainText("dropped");
    const transfer = await page.evaluateHandle(() => {
      const files = new DataTransfer();
      for (const name of ["one.txt", "two.txt"]) {
        files.items.add(new File([name], name, { type: "text/plain" }));
      }
      return files;
    });
    const area = page.getByRole("region", { name: "Files" });
    await area.dispatchEvent("drop", { dataTransfer: transfer });
    await expect(file(page, "two.txt")).toBeVisible();
    await page.getByRole("button", { name: "Delete folder" }).click();
    await page.getByRole("button", { name: "Delete all files" }).click();
    await expect(page.getByText("Deleted 2 files.")).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Folders" })).toBeHidden();
  });

  test("a bucket is seen as a user, and its policies are shown", async ({ page }) => {
    await openBucket(page, "papers");
    await upload(page, "secret.txt", "text/plain", "secret");
    await expect(file(page, "secret.txt")).toBeVisible();
    await viewAs(page, /^ada@example\.com/);
    await expect(page.getByText("This user sees no files here.")).toBeVisible();
    await checkAccessibility(page, "a bucket without visible files");
    await page.getByRole("link", { name: "Policies" }).click();
    await expect(page.getByRole("heading", { name: "Policies for this bucket (1)" })).toBeVisible();
    await expect(page.getByText("<i>own papers</i>")).toBeVisible();
    await page.getByText("Policies that name other buckets (1)").click();
    await expect(page.getByText("other pictures")).toBeVisible();
    await checkAccessibility(page, "the policies of a bucket");
  });
});
