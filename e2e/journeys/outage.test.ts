import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Inbox } from "@portico/backend/testing";
import { openSignedIn, ServerApi } from "../accounts.ts";
import { note, noteRows, openNewNote, save } from "../notebook.ts";
import { startServer } from "../server.ts";
import {
  button,
  errorMessage,
  expectHydrated,
  expectSignedIn,
  signIn,
  view,
} from "../sign-in-form.ts";
import { expect, freshAddress, test } from "../test.ts";

const notResponding = "The server isn't responding. Check your connection and try again.";
/** Messages of browsers, `fetch`, proxies and client libraries, which users must not see. */
const technicalMessage = /fetch|NetworkError|Load failed|Unexpected token|Gateway|<html/i;
const unreachable = "We couldn't reach the server. Check your connection and try again.";

test("the form reports that the server is down, and works again when it is back", async ({
  page,
  pageErrors,
}) => {
  test.slow();
  const data = await mkdtemp(join(tmpdir(), "portico-e2e-"));
  let server = await startServer({ data });
  try {
    const port = Number(new URL(server.url).port);
    const account = await new ServerApi(server.url, new Inbox(server.url)).createAccount(
      freshAddress(),
    );
    await page.goto(server.url);
    await expectHydrated(page);

    pageErrors.expectNoResponse();
    await server.stop();
    await signIn(page, account.email, account.password);
    await expect(errorMessage(page)).toHaveText(unreachable);
    await expect(button(page, "Sign in")).toBeEnabled();

    server = await startServer({ data, port });
    await button(page, "Sign in").click();
    await expectSignedIn(page);

    await server.stop("SIGKILL");
    const dialog = await openNewNote(page);
    await dialog.getByRole("textbox", { name: "Title" }).fill("Written in the dark");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByRole("alert")).toHaveText(notResponding);
    await expect(page.getByText(technicalMessage)).toHaveCount(0);

    server = await startServer({ data, port });
    // The message disappears once the server is back.
    await expect(dialog.getByRole("alert")).toHaveText("", { timeout: 20_000 });
    await save(page);
    await expect(note(page, "Written in the dark")).toBeVisible();
    await page.reload();
    await expect(note(page, "Written in the dark")).toBeVisible();
  } finally {
    await server.stop();
    await rm(data, { recursive: true, force: true });
  }
});

test("the list reports that loading failed, and loads on retry", async ({
  page,
  account,
  api,
  pageErrors,
}) => {
  await api.createNotes(account, [{ title: "Here all along" }]);
  pageErrors.expectNoResponse();
  await page.route("**/rest/v1/**", (route) => route.abort("connectionfailed"));
  await openSignedIn(page, account);
  await expect(page.getByRole("heading", { name: "Your notes didn't load" })).toBeVisible();
  await expect(page.getByText(notResponding)).toBeVisible();
  await expect(page.getByText(technicalMessage)).toHaveCount(0);
  await page.unroute("**/rest/v1/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(note(page, "Here all along")).toBeVisible();
});

test("the page does not show the message of a proxy", async ({ page, account, pageErrors }) => {
  pageErrors.expectStatus(502);
  pageErrors.expectStatus(403);
  const blocked = { status: 403, contentType: "text/html", body: "<html><h1>Blocked</h1></html>" };
  const badGateway = {
    status: 502,
    contentType: "text/html",
    body: "<html><h1>Bad Gateway</h1></html>",
  };
  await page.goto("/");
  for (const response of [blocked, badGateway]) {
    await page.route("**/auth/v1/token**", (route) => route.fulfill(response));
    await signIn(page, account.email, account.password);
    await expect(errorMessage(page)).toHaveText(/^(Something went wrong|We couldn't reach)/);
    await expect(page.getByText(technicalMessage)).toHaveCount(0);
    expect(
      await page
        .locator("[title]")
        .evaluateAll((elements) => elements.map((item) => item.getAttribute("title"))),
    ).not.toContainEqual(expect.stringMatching(technicalMessage));
    await page.unroute("**/auth/v1/token**");
  }
  await signIn(page, account.email, account.password);
  await expectSignedIn(page);
  const dialog = await openNewNote(page);
  await dialog.getByRole("textbox", { name: "Title" }).fill("Behind a proxy");
  await page.route("**/rest/v1/notes**", (route) =>
    route.request().method() === "POST" ? route.fulfill(blocked) : route.continue(),
  );
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toHaveText(notResponding);
  await expect(page.getByText(technicalMessage)).toHaveCount(0);
});

test("the page reports why it cannot start, and starts on retry", async ({ page, pageErrors }) => {
  pageErrors.expectNoResponse();
  await page.route("**/portico.json", (route) => route.abort("connectionfailed"));
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Portico couldn't start" })).toBeVisible();
  await page.unroute("**/portico.json");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(view(page, "Sign in")).toBeVisible();
});

test("the notes stay visible offline, and changes are saved when the connection is back", async ({
  page,
  context,
  account,
  api,
  pageErrors,
}) => {
  await api.createNotes(account, [{ title: "Loaded before" }]);
  await openSignedIn(page, account);
  await expect(noteRows(page)).toHaveCount(1);
  const offline = page.getByText(/^You're offline/);
  await expect(offline).toHaveCount(0);

  pageErrors.expectNoResponse();
  await context.setOffline(true);
  await expect(offline).toBeVisible();
  await expect(note(page, "Loaded before")).toBeVisible();
  await page.getByRole("button", { name: "Delete “Loaded before”" }).click();
  await expect(
    page.getByRole("alert").filter({ hasText: "We couldn't delete the note." }),
  ).toHaveText(`We couldn't delete the note. ${notResponding}`);
  await expect(note(page, "Loaded before")).toBeVisible();

  await context.setOffline(false);
  await expect(offline).toHaveCount(0);
  await page.getByRole("button", { name: "Delete “Loaded before”" }).click();
  await expect(page.getByRole("heading", { name: "Your first note goes here" })).toBeVisible();
});
