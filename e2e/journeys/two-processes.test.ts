import { Inbox } from "@portico/backend/testing";
import pg from "pg";
import { openSignedIn } from "../accounts.ts";
import { note, openNewNote, save } from "../notebook.ts";
import { startServer } from "../server.ts";
import { databaseUrlVariable } from "../shared-database.ts";
import {
  expectMessageSent,
  expectSignedIn,
  expectSignedOut,
  followLink,
  signIn,
  signUp,
  userButton,
} from "../sign-in-form.ts";
import { expect, freshAddress, test } from "../test.ts";

test("two processes on one database behave like one @postgres", async ({
  page,
  server,
  openDevice,
  pageErrors,
}) => {
  test.slow();
  const otherServer = await startServer({ databaseUrl: process.env[databaseUrlVariable] });
  try {
    const email = freshAddress();
    await page.goto(`${server.url}/#auth-sign-up`);
    await signUp(page, email, "a long and quiet evening");
    await expectMessageSent(page, email, "sign_up");

    const [user] = await queryRows("select * from auth.users where email = $1", email);
    expect(user).toMatchObject({ email_confirmed_at: null });
    expect(user?.["encrypted_password"]).toMatch(/^\$2[aby]\$10\$/);

    // Both processes have the e-mail in their inbox.
    const { link = "" } = await new Inbox(otherServer.url).next(email);
    expect(link).toContain(server.url);
    await followLink(page, link);
    await expectSignedIn(page);
    const dialog = await openNewNote(page);
    await dialog.getByRole("textbox", { name: "Title" }).fill("Written at the first");
    await save(page);

    expect(
      await queryRows(
        `select title, email_confirmed_at is not null as confirmed from public.notes
           join auth.users on users.id = notes.user_id where email = $1`,
        email,
      ),
    ).toEqual([{ title: "Written at the first", confirmed: true }]);

    // Both processes accept the session.
    const storedSession = await page.evaluate(() => localStorage.getItem("portico.session"));
    const phone = await openDevice();
    await openSignedIn(
      phone,
      { email, password: "", session: JSON.parse(storedSession ?? "") },
      `${otherServer.url}/`,
    );
    expect(phone.url()).toContain(otherServer.url);
    await expect(note(phone, "Written at the first")).toBeVisible();

    // Signing out at one process ends the session at the other.
    await phone.getByRole("link", { name: "Account" }).click();
    await phone.getByRole("button", { name: "Sign out everywhere" }).click();
    // A dialog asks for confirmation.
    await phone.getByRole("button", { name: "Sign out everywhere" }).click();
    await expectSignedOut(phone);
    pageErrors.expectStatus(403);
    await page.getByRole("link", { name: "Account" }).click();
    await expectSignedOut(page);
    await signIn(page, email, "a long and quiet evening");
    await expect(userButton(page)).toBeVisible();
  } finally {
    await otherServer.stop();
  }
});

/** Runs a query that has an e-mail address as its parameter, and returns the rows. */
async function queryRows(query: string, email: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: process.env[databaseUrlVariable] });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(query, [email])).rows;
  } finally {
    await client.end();
  }
}
