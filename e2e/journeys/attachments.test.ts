import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { openSignedIn } from "../accounts.ts";
import { note, openNewNote, save } from "../notebook.ts";
import { button, toast } from "../sign-in-form.ts";
import { expect, test } from "../test.ts";
import { checkAccessibility } from "../tour.ts";

/** Returns the visible files in order. */
const files = (page: Page): Locator =>
  page.getByRole("region", { name: "Attachments" }).getByRole("listitem");

const choose = (page: Page, ...payloads: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator("input[type=file]").setInputFiles(payloads);

/** Slows uploads down, so that the test can interrupt one. */
async function slowUploads(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 100_000,
  });
}

/** Waits until a part of the file was sent. */
async function waitForProgress(page: Page, name: string): Promise<void> {
  const progress = page.getByRole("progressbar", { name: `Uploading “${name}”` });
  await expect
    .poll(() => progress.evaluate((bar: HTMLProgressElement) => bar.value))
    .toBeGreaterThan(0.1);
}

/** Dispatches a paste or drop event with a file. */
async function dispatchFile(page: Page, type: "paste" | "drop", name: string): Promise<void> {
  await page.getByRole("dialog").evaluate(
    (dialog, [kind, fileName]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(["brought"], fileName, { type: "text/plain" }));
      const eventOptions = { bubbles: true, cancelable: true };
      dialog.dispatchEvent(
        kind === "paste"
          ? new ClipboardEvent(kind, { ...eventOptions, clipboardData: transfer })
          : new DragEvent(kind, { ...eventOptions, dataTransfer: transfer }),
      );
    },
    [type, name] as const,
  );
}

test("files are uploaded across a lost connection and downloaded unchanged @both", async ({
  page,
  context,
  account,
  api,
  pageErrors,
}) => {
  await api.createNotes(account, [{ title: "Lisbon" }]);
  await openSignedIn(page, account);
  await note(page, "Lisbon").getByRole("link").click();
  await expect(page.getByRole("region", { name: "Attachments" })).toBeVisible();
  await slowUploads(page);
  const offsets: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") offsets.push(request.headers()["upload-offset"] ?? "");
  });

  const video = randomBytes(600_000);
  await choose(
    page,
    { name: "نزهة 🌸.mp4", mimeType: "video/mp4", buffer: video },
    { name: "unwanted.mp4", mimeType: "video/mp4", buffer: randomBytes(600_000) },
    { name: "nothing.txt", mimeType: "text/plain", buffer: Buffer.alloc(0) },
  );
  await expect(files(page).filter({ hasText: "This file is empty." })).toHaveCount(1);
  await waitForProgress(page, "نزهة 🌸.mp4");
  pageErrors.expectNoResponse();
  await context.setOffline(true);
  await expect(files(page).filter({ hasText: "Waiting for a connection" })).toHaveCount(2);
  await button(page, "Cancel “unwanted.mp4”").click();
  await button(page, "Dismiss “nothing.txt”").click();
  // The focus stays in the list of files.
  await expect(button(page, "Cancel “نزهة 🌸.mp4”")).toBeFocused();
  await context.setOffline(false);
  await expect(page.getByRole("status").filter({ hasText: "1 file attached" })).toBeAttached();
  await expect(files(page)).toHaveCount(1);
  expect(Number(offsets.at(-1)), "the upload offset after the interruption").toBeGreaterThan(0);

  const download = page.waitForEvent("download");
  await button(page, "Download “نزهة 🌸.mp4”").click();
  const downloadedFile = await download;
  expect(downloadedFile.suggestedFilename()).toBe("نزهة 🌸.mp4");
  expect((await readFile(await downloadedFile.path())).equals(video)).toBe(true);

  await button(page, "Remove “نزهة 🌸.mp4”").click();
  const question = page.getByRole("region", { name: "Attachments" });
  await expect(question.getByRole("button", { name: "Cancel", exact: true })).toBeFocused();
  await button(page, "Remove").click();
  await expect(files(page)).toHaveCount(0);
  await expect(button(page, "Add files")).toBeFocused();
});

test("a file that is chosen offline is uploaded when the connection is back", async ({
  page,
  context,
  account,
  api,
  pageErrors,
}) => {
  await api.createNotes(account, [{ title: "Lisbon" }]);
  await openSignedIn(page, account);
  await note(page, "Lisbon").getByRole("link").click();
  await expect(page.getByRole("region", { name: "Attachments" })).toBeVisible();
  pageErrors.expectNoResponse();
  await context.setOffline(true);
  await choose(page, { name: "tram.txt", mimeType: "text/plain", buffer: Buffer.from("28") });
  await expect(files(page).filter({ hasText: "Waiting for a connection" })).toHaveCount(1);
  await context.setOffline(false);
  await expect(page.getByRole("status").filter({ hasText: "1 file attached" })).toBeAttached();
  await expect(button(page, "Download “tram.txt”")).toBeVisible();
});

test("dropped and pasted files wait until a new note is saved, and are removed with the note", async ({
  page,
  account,
}) => {
  await openSignedIn(page, account);
  const dialog = await openNewNote(page);
  await expect(button(page, "Add files")).toBeVisible();
  await dispatchFile(page, "drop", "dropped.txt");
  await dispatchFile(page, "paste", "pasted.txt");
  await expect(files(page)).toHaveText([
    /dropped\.txt.*Uploads when you save/,
    /pasted\.txt.*Uploads when you save/,
  ]);
  await dialog.getByRole("textbox", { name: "Title" }).fill("With files");
  await save(page);
  await expect(toast(page, "2 files attached")).toBeVisible();
  await note(page, "With files").getByRole("link").click();
  await expect(files(page)).toHaveCount(2);
  await checkAccessibility(page, "a note with files");
  await page.keyboard.press("Escape");

  await button(page, "Delete “With files”").click();
  await button(page, "Undo").click();
  await note(page, "With files").getByRole("link").click();
  await expect(files(page)).toHaveCount(2);
  await page.keyboard.press("Escape");
  await button(page, "Delete “With files”").click();
  await expect(button(page, "Undo")).toBeVisible();
  const removal = page.waitForResponse(
    (response) => response.request().method() === "DELETE" && response.url().includes("/storage/"),
  );
  await button(page, "Close").click();
  expect(await (await removal).json()).toHaveLength(2);
});

test("running uploads stay visible offline", async ({
  page,
  context,
  account,
  api,
  pageErrors,
}) => {
  await api.createNotes(account, [{ title: "Lisbon" }]);
  await openSignedIn(page, account);
  await note(page, "Lisbon").getByRole("link").click();
  await expect(button(page, "Add files")).toBeVisible();
  await slowUploads(page);
  await choose(
    page,
    { name: "picnic.mp4", mimeType: "video/mp4", buffer: randomBytes(600_000) },
    { name: "nothing.txt", mimeType: "text/plain", buffer: Buffer.alloc(0) },
  );
  await waitForProgress(page, "picnic.mp4");
  pageErrors.expectNoResponse();
  await context.setOffline(true);
  await expect(files(page)).toHaveText([/Waiting for a connection/, /This file is empty/]);
  await checkAccessibility(page, "files on their way, without a network");
  await context.setOffline(false);
  await expect(page.getByRole("status").filter({ hasText: "1 file attached" })).toBeAttached();
});

test("the page has no controls for files if the backend has no storage", async ({
  page,
  account,
  api,
  pageErrors,
}) => {
  await api.createNotes(account, [{ title: "Words alone" }]);
  pageErrors.expectStatus(404);
  await page.route("**/storage/v1/status", (route) => route.fulfill({ status: 404 }));
  await openSignedIn(page, account, "/account");
  await expect(page.getByLabel("Picture URL")).toBeVisible();
  await expect(button(page, "Choose a picture")).toHaveCount(0);
  await page.getByRole("link", { name: "Notes", exact: true }).click();
  await note(page, "Words alone").getByRole("link").click();
  await expect(page.getByRole("textbox", { name: "Title" })).toBeVisible();
  await expect(button(page, "Add files")).toHaveCount(0);
});
