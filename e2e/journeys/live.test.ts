import type { Locator, Page, WebSocketRoute } from "@playwright/test";
import { openSignedIn } from "../accounts.ts";
import { note, noteRows, openNewNote, save } from "../notebook.ts";
import { button, toast } from "../sign-in-form.ts";
import { expect, freshAddress, test } from "../test.ts";
import { checkAccessibility } from "../tour.ts";

const field = (page: Page, name: "Title" | "Text"): Locator =>
  page.getByRole("dialog").getByRole("textbox", { name, exact: true });

/** Returns the live regions of the page. */
const announcement = (page: Page, text: string | RegExp): Locator =>
  page.getByRole("status").filter({ hasText: text });

/** Loads the page and waits until it has joined the channel and refetched the notes. */
async function loadSubscribed(page: Page, load: () => Promise<unknown>): Promise<void> {
  const subscribed = new Promise<unknown>((resolve) => {
    page.on("websocket", (socket) => {
      socket.on("framereceived", ({ payload }) => {
        if (payload.includes("Subscribed to PostgreSQL"))
          resolve(page.waitForRequest("**/rest/v1/notes?**"));
      });
    });
  });
  await load();
  await subscribed;
}

async function openNote(page: Page, title: string): Promise<void> {
  await note(page, title).getByRole("link").click();
  await expect(field(page, "Title")).toHaveValue(title);
}

async function shareWith(page: Page, address: string): Promise<void> {
  await page.getByText("Share", { exact: true }).first().click();
  await page.getByLabel("Email address").fill(address);
  await page.getByLabel("Email address").press("Enter");
  await expect(page.getByRole("list", { name: "Shared with" })).toContainText(address);
}

test("changes in one window appear in the other without a reload @main", async ({
  page,
  context,
  account,
  api,
}) => {
  await api.createNotes(account, [{ title: "Bread", body: "Flour" }]);
  await loadSubscribed(page, () => openSignedIn(page, account, "/notes"));
  const otherPage = await context.newPage();
  await loadSubscribed(otherPage, () => otherPage.goto("/notes"));

  const dialog = await openNewNote(otherPage);
  await dialog.getByRole("textbox", { name: "Title" }).fill("From next door");
  await save(otherPage);
  await expect(noteRows(page).getByRole("heading")).toHaveText(["From next door", "Bread"]);

  await openNote(page, "Bread");
  await openNote(otherPage, "Bread");
  await field(otherPage, "Text").fill("Flour, water");
  await save(otherPage);
  await expect(field(page, "Text")).toHaveValue("Flour, water");
  await expect(announcement(page, "was just changed elsewhere")).toBeVisible();
  await page.keyboard.press("Escape");

  await button(otherPage, "Delete “From next door”").click();
  await expect(noteRows(page).getByRole("heading")).toHaveText(["Bread"]);
});

test("a note that changes elsewhere does not lose unsaved text @both", async ({
  page,
  account,
  openDevice,
  api,
}) => {
  await api.createNotes(account, [{ title: "Bread", body: "Flour" }]);
  await loadSubscribed(page, () => openSignedIn(page, account, "/notes"));
  const otherPage = await openDevice();
  await openSignedIn(otherPage, account, "/notes");
  await openNote(page, "Bread");
  await openNote(otherPage, "Bread");

  // Changes of different fields are merged.
  await field(page, "Text").fill("Flour, salt");
  await field(otherPage, "Title").fill("Rolls");
  await save(otherPage);
  await expect(field(page, "Title")).toHaveValue("Rolls");
  await expect(field(page, "Text")).toHaveValue("Flour, salt");
  await expect(field(page, "Text")).toBeFocused();

  await openNote(otherPage, "Rolls");
  await field(otherPage, "Text").fill("Flour, water");
  await save(otherPage);
  await expect(announcement(page, "was changed elsewhere while you were writing")).toBeVisible();
  await expect(field(page, "Text")).toHaveValue("Flour, salt");
  await expect(field(page, "Text")).toBeFocused();
  await checkAccessibility(page, "a note that changed elsewhere");
  await page.setViewportSize({ width: 1280, height: 800 });
  await button(page, "Show the other version").click();
  await expect(field(page, "Text")).toHaveValue("Flour, water");
  await button(page, "Restore my text").click();
  await expect(field(page, "Text")).toHaveValue("Flour, salt");
  await save(page);
  await expect(note(page, "Rolls")).toContainText("Flour, salt");

  // A note that was deleted elsewhere is saved as a new one.
  await openNote(page, "Rolls");
  await field(page, "Text").fill("Not to be lost");
  await button(otherPage, "Delete “Rolls”").click();
  await expect(announcement(page, "This note was deleted")).toBeVisible();
  await expect(field(page, "Text")).toHaveValue("Not to be lost");
  await save(page);
  await expect(note(page, "Rolls")).toContainText("Not to be lost");
});

test("saving does not overwrite changes that the user has not seen, online or offline", async ({
  page,
  context,
  account,
  api,
  pageErrors,
}) => {
  await api.createNotes(account, [{ title: "Bread", body: "Flour" }]);
  pageErrors.expectStatus(406);
  await page.routeWebSocket("**/realtime/v1/**", (socket) => socket.close());
  await openSignedIn(page, account, "/notes");
  await openNote(page, "Bread");
  await field(page, "Text").fill("Mine");
  const otherPage = await context.newPage();
  await otherPage.goto("/notes");
  await openNote(otherPage, "Bread");
  await field(otherPage, "Text").fill("Theirs");
  await save(otherPage);

  await button(page, "Save").click();
  await expect(announcement(page, "was changed elsewhere while you were writing")).toBeVisible();
  await expect(field(page, "Text")).toHaveValue("Mine");
  await button(page, "Keep mine").click();
  await save(page);
  await expect(note(page, "Bread")).toContainText("Mine");
});

test("a reload keeps the message that the note has changed since the draft", async ({
  page,
  account,
  openDevice,
  api,
}) => {
  await api.createNotes(account, [{ title: "Bread", body: "Flour" }]);
  await openSignedIn(page, account, "/notes");
  await openNote(page, "Bread");
  await field(page, "Text").fill("Mine");
  const address = page.url();
  await page.goto("/account");
  // Use another device, because a window on this one would offer to restore the unsaved text.
  const otherPage = await openDevice();
  await openSignedIn(otherPage, account, "/notes");
  await otherPage.goto(address);
  await field(otherPage, "Text").fill("Theirs");
  await save(otherPage);

  await page.goto(address);
  await expect(field(page, "Text")).toHaveValue("Mine");
  await expect(announcement(page, "was changed elsewhere while you were writing")).toBeVisible();
  await button(page, "Show the other version").click();
  await expect(field(page, "Text")).toHaveValue("Theirs");
});

test("without a live connection, returning to the page refetches the notes", async ({
  page,
  account,
  api,
}) => {
  await page.routeWebSocket("**/realtime/v1/**", (socket) => socket.close());
  await openSignedIn(page, account, "/notes");
  await expect(page.getByRole("heading", { name: "Your first note goes here" })).toBeVisible();
  await api.createNotes(account, [{ title: "Written on the phone" }]);
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await expect(note(page, "Written on the phone")).toBeVisible();
  await expect(announcement(page, /connection/i)).toHaveCount(0);
});

test("the page reports a lost and a restored connection, and refetches missed changes", async ({
  page,
  account,
  api,
}) => {
  let isDown = false;
  const sockets = new Set<WebSocketRoute>();
  await page.routeWebSocket("**/realtime/v1/**", (socket) => {
    if (isDown) {
      void socket.close();
      return;
    }
    socket.connectToServer();
    sockets.add(socket);
  });
  await loadSubscribed(page, () => openSignedIn(page, account, "/notes"));
  isDown = true;
  for (const socket of sockets) await socket.close();
  await expect(announcement(page, "Connection lost.")).toBeVisible();
  await checkAccessibility(page, "a lost connection");
  await api.createNotes(account, [{ title: "Missed" }]);
  isDown = false;
  await expect(note(page, "Missed")).toBeVisible({ timeout: 20_000 });
  await expect(announcement(page, "Reconnected.")).toBeVisible();
  await expect(announcement(page, "Reconnected.")).toHaveCount(0);
});

test("a recipient reads and edits a shared note, sees who is present, and leaves @both", async ({
  page,
  account,
  api,
  openDevice,
}) => {
  test.slow();
  const friend = await api.createAccount(freshAddress());
  await api.createNotes(account, [{ title: "Party", body: "Cake" }]);
  const friendsPage = await openDevice();
  await loadSubscribed(friendsPage, () => openSignedIn(friendsPage, friend, "/notes"));
  await loadSubscribed(page, () => openSignedIn(page, account, "/notes"));

  await openNote(page, "Party");
  await expect(button(page, "Add files")).toBeVisible();
  await shareWith(page, friend.email);
  await expect(page.getByLabel("Email address")).toBeFocused();

  // The invitation appears without a reload.
  await expect(announcement(friendsPage, "1 invitation")).toBeVisible();
  await friendsPage.getByRole("link", { name: "Shared with you" }).click();
  await button(friendsPage, "Accept “Party”").click();
  await friendsPage.getByRole("link", { name: "Back to notes" }).click();

  // The note shows its owner, and no controls that only the owner has.
  await expect(note(friendsPage, "Party")).toContainText(`Shared by ${account.email}`);
  await expect(note(friendsPage, "Party").getByRole("button")).toHaveCount(0);
  await openNote(friendsPage, "Party");
  await expect(button(friendsPage, "Add files")).toHaveCount(0);
  await expect(friendsPage.getByRole("checkbox", { name: "Pin to top" })).toHaveCount(0);
  await expect(announcement(page, `Also here: ${friend.email}`)).toBeVisible();
  await expect(announcement(friendsPage, `Also here: ${account.email}`)).toBeVisible();

  await field(friendsPage, "Text").fill("Cake, candles");
  await save(friendsPage);
  await expect(field(page, "Text")).toHaveValue("Cake, candles");
  await expect(announcement(page, "Also here")).toHaveCount(0);

  await openNote(friendsPage, "Party");
  await button(friendsPage, "Leave “Party”").click();
  await expect(toast(friendsPage, "You left “Party”")).toBeVisible();
  await expect(noteRows(friendsPage)).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Shared with" })).toHaveCount(0);
});

test("a shared note is closed for recipients when its owner stops sharing", async ({
  page,
  account,
  api,
  openDevice,
}) => {
  const friend = await api.createAccount(freshAddress());
  await api.createNotes(account, [{ title: "Party" }]);
  await openSignedIn(page, account, "/notes");
  await openNote(page, "Party");
  await page.getByText("Share", { exact: true }).first().click();
  await button(page, "Share").click();
  await expect(page.getByRole("alert").filter({ hasText: "Enter a complete email" })).toBeVisible();
  await page.getByLabel("Email address").fill(account.email);
  await button(page, "Share").click();
  await expect(page.getByRole("alert").filter({ hasText: "your own address" })).toBeVisible();
  await page.getByLabel("Email address").fill(friend.email.toUpperCase());
  await button(page, "Share").click();
  await expect(page.getByRole("list", { name: "Shared with" })).toContainText(friend.email);
  await checkAccessibility(page, "a note that is shared");
  await page.setViewportSize({ width: 1280, height: 800 });

  const friendsPage = await openDevice();
  await openSignedIn(friendsPage, friend, "/shared");
  await button(friendsPage, "Accept “Party”").click();
  await loadSubscribed(friendsPage, () => friendsPage.goto("/notes"));
  await openNote(friendsPage, "Party");
  await checkAccessibility(friendsPage, "a note of somebody else's");
  await friendsPage.setViewportSize({ width: 1280, height: 800 });
  await field(friendsPage, "Text").fill("Balloons");
  await button(page, `Stop sharing with ${friend.email}`).click();
  await expect(announcement(friendsPage, "no longer shared with you")).toBeVisible();
  await expect(field(friendsPage, "Text")).toHaveValue("Balloons");
  await save(friendsPage);
  await expect(note(friendsPage, "Party")).toContainText("Balloons");
  await expect(note(friendsPage, "Party").getByRole("button")).toHaveCount(2);
});
