import { startBackend, type TestBackend } from "@portico/backend/testing";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

let backend: TestBackend;
beforeAll(async () => {
  // Or `{ project: "." }`, the folder that contains your own supabase/.
  backend = await startBackend({
    files: {
      "config.toml": "[auth.email]\nenable_confirmations = true",
      "migrations/20260101000000_books.sql": `
        create table books (
          title text primary key,
          owner uuid not null default auth.uid() references auth.users on delete cascade);
        alter table books enable row level security;
        create policy own on books using (owner = auth.uid());
        grant all on books to authenticated`,
    },
  });
});
afterAll(() => backend.close());
afterEach(() => backend.clear());

test("every user sees their own books", async () => {
  const [ada, grace] = [await backend.signedIn(), await backend.signedIn()];
  await ada.data.from("books").insert({ title: "Sketch of the Analytical Engine" });
  expect((await grace.data.from("books").select()).data).toEqual([]);
  expect((await ada.data.from("books").select("title")).data).toHaveLength(1);
});

test("a code is valid for an hour", async () => {
  const { auth } = await backend.signedIn({ email: "ada@example.com" });
  await auth.signInWithOtp({ email: "ada@example.com" });
  const token = await backend.inbox.latestCode("ada@example.com");
  backend.clock.advance({ hours: 1, seconds: 1 });
  const { error } = await auth.verifyOtp({ email: "ada@example.com", token, type: "email" });
  expect(error?.code).toBe("otp_expired");
});

test("a code that cannot be sent is sent later", async () => {
  const { auth } = await backend.signedIn({ email: "ada@example.com" });
  await backend.trouble({ mailRefused: true });
  const { error } = await auth.signInWithOtp({ email: "ada@example.com" });
  expect(error).toBeNull();
  expect(await backend.inbox.count("ada@example.com")).toBe(0);
  await backend.trouble({});
  expect(await backend.inbox.latestCode("ada@example.com")).toMatch(/^\d{6}$/);
});
