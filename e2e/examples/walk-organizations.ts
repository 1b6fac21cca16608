import type { Browser, BrowserContext, Page } from "@playwright/test";
import { Inbox } from "@portico/backend/testing";
import { PageErrors } from "../page-errors.ts";
import { button, signIn } from "../sign-in-form.ts";
import { expect, freshAddress } from "../test.ts";
import type { RunningExample } from "./walk.ts";

/**
 * Tests the organizations of an example: the seeded user creates one, shares a note and invites an address that has no
 * account. The invitee follows the link of the e-mail, accepts, reads the note, and is removed.
 */
export async function walkOrganizations(browser: Browser, example: RunningExample): Promise<void> {
  const inbox = new Inbox(example.backend);
  const pageErrors = new PageErrors();
  const email = freshAddress();
  const name = `Engines of ${email}`;
  const contexts: BrowserContext[] = [];
  const open = async (url: string): Promise<Page> => {
    const context = await browser.newContext({
      baseURL: example.page,
      viewport: { width: 320, height: 640 },
    });
    contexts.push(context);
    await pageErrors.observe(context);
    const page = await context.newPage();
    await page.goto(url);
    return page;
  };

  const owner = await open("/");
  await signIn(owner, "ada@example.com", "correct horse battery");
  await button(owner, "Organization: Personal account").click();
  await owner.getByRole("menuitem", { name: "Create organization" }).click();
  await owner.getByLabel("Organization name").fill(name);
  await owner.keyboard.press("Enter");
  await expect(button(owner, `Organization: ${name}`)).toBeVisible();
  await expect(owner.getByText("Nobody else can read this note")).toHaveCount(0);
  await owner.getByLabel("New note").fill("Shared");
  await button(owner, "Add").click();
  await expect(owner.getByText("Shared", { exact: true })).toBeVisible();
  await owner.getByLabel("Email address").fill(email);
  await button(owner, "Invite").click();
  await expect(owner.getByRole("status").getByText(`${email} was invited.`)).toBeVisible();
  const width = await owner.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(320);

  const invitee = await open(await inbox.latestLink(email));
  await expect(invitee.getByText(`Signed in as ${email}`)).toBeVisible();
  await button(invitee, `Accept: ${name}`).click();
  await expect(button(invitee, `Organization: ${name}`)).toBeVisible();
  await expect(invitee.getByText("Shared", { exact: true })).toBeVisible();
  await button(invitee, `Organization: ${name}`).click();
  await invitee.getByRole("menuitemradio", { name: "Personal account" }).click();
  await expect(invitee.getByText("Shared", { exact: true })).toHaveCount(0);
  await invitee.getByRole("menuitemradio", { name }).click();
  await expect(invitee.getByText("Shared", { exact: true })).toBeVisible();

  await owner.reload();
  await button(owner, `Remove: ${email}`).click();
  await button(owner, "Remove").click();
  await expect(owner.getByText(`${email} was removed.`)).toBeVisible();
  // The token of the removed member still names the organization.
  await invitee.reload();
  await expect(invitee.getByText(`Signed in as ${email}`)).toBeVisible();
  await expect(button(invitee, "Organization: Personal account")).toBeVisible();
  await expect(invitee.getByText("Shared", { exact: true })).toHaveCount(0);

  await button(owner, "Delete organization").click();
  await button(owner, "Delete organization").click();
  await expect(owner.getByText("Nobody else can read this note")).toBeVisible();
  expect(pageErrors.unexpected(), "errors in the browser").toEqual([]);
  for (const context of contexts) await context.close();
}
