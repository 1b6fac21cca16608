import type { Locator, Page } from "@playwright/test";
import { openSignedIn } from "../accounts.ts";
import { note, noteRows } from "../notebook.ts";
import { button, toast } from "../sign-in-form.ts";
import { expect, freshAddress, test } from "../test.ts";
import { checkAccessibility } from "../tour.ts";

const section = (page: Page, name: string): Locator =>
  page.getByRole("region", { name, exact: true });

test("a user accepts one invitation, declines another and blocks the sender of a third @main", async ({
  page,
  account,
  api,
}) => {
  test.slow();
  const friend = await api.createAccount(freshAddress());
  const stranger = await api.createAccount(freshAddress());
  await api.shareNote(friend, { title: "Party", body: "Cake" }, account.email);
  await api.shareNote(friend, { title: "Taxes" }, account.email);
  await api.shareNote(stranger, { title: "You have won" }, account.email);

  // Shared notes are not in the list before they are accepted.
  await openSignedIn(page, account, "/notes");
  await expect(page.getByText("3 invitations")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your first note goes here" })).toBeVisible();
  await page.getByRole("link", { name: "Shared with you" }).click();
  await expect(page.getByRole("heading", { name: "Shared with you" })).toBeFocused();
  const invitations = section(page, "Invitations");
  await expect(invitations.getByRole("listitem")).toHaveCount(3);
  await expect(invitations.getByText(`${friend.email} shared “Party” with you.`)).toBeVisible();

  await button(page, "Decline “Taxes”").click();
  await expect(toast(page, "You declined “Taxes”.")).toBeVisible();
  await expect(invitations.getByRole("listitem")).toHaveCount(2);
  await expect(invitations.getByRole("heading", { name: "Invitations" })).toBeFocused();
  await button(page, `Block ${stranger.email}`).click();
  await expect(section(page, "Blocked people")).toContainText(stranger.email);
  await button(page, "Accept “Party”").click();
  await expect(invitations).toContainText("You have no open invitations.");
  await expect(section(page, "Notes others share with you")).toContainText("Party");

  // Invitations of a blocked sender are not visible.
  await api.shareNote(stranger, { title: "You have won again" }, account.email);
  await page.goto("/notes");
  await expect(noteRows(page)).toHaveCount(1);
  await expect(note(page, "Party")).toContainText(`Shared by ${friend.email}`);
  await expect(page.getByText(/\d invitation/)).toHaveCount(0);

  await page.goto("/shared");
  await button(page, `Unblock ${stranger.email}`).click();
  await expect(invitations.getByRole("listitem")).toHaveCount(2);
  await expect(section(page, "Blocked people")).toHaveCount(0);
});

test("a user leaves several shared notes at once", async ({ page, account, api }) => {
  const friend = await api.createAccount(freshAddress());
  for (const title of ["Monday", "Tuesday", "Wednesday"]) {
    await api.shareNote(friend, { title }, account.email);
  }
  const stranger = await api.createAccount(freshAddress());
  await api.shareNote(stranger, { title: "You have won" }, account.email);
  await openSignedIn(page, account, "/shared");
  await expect(section(page, "Invitations").getByRole("listitem")).toHaveCount(4);
  await checkAccessibility(page, "invitations");
  await button(page, `Block ${stranger.email}`).click();
  await expect(section(page, "Blocked people")).toContainText(stranger.email);
  for (const title of ["Monday", "Tuesday", "Wednesday"]) {
    await button(page, `Accept “${title}”`).click();
    await expect(toast(page, `You accepted “${title}”. It's now in your notes.`)).toBeVisible();
  }
  const sharedNotes = section(page, "Notes others share with you");
  await checkAccessibility(page, "shared notes and blocked people");
  await sharedNotes.getByRole("checkbox", { name: "Select all" }).check();
  await sharedNotes.getByRole("checkbox", { name: "Tuesday" }).uncheck();
  await button(page, "Leave 2 notes").click();
  await expect(toast(page, "You left 2 notes.")).toBeVisible();
  await expect(sharedNotes.getByRole("listitem")).toHaveText([/Tuesday/]);
  await expect(sharedNotes.getByRole("heading", { level: 2 })).toBeFocused();
  await page.goto("/notes");
  await expect(noteRows(page).getByRole("heading")).toHaveText(["Tuesday"]);
});
