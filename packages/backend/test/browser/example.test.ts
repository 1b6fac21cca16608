import { startBackend } from "@portico/backend/browser";
import { createClient } from "@supabase/supabase-js";
import { expect, test } from "vitest";

test("a note can only be read by its author", async () => {
  await using backend = await startBackend({
    files: {
      "config.toml": "[auth.email]\nenable_confirmations = true",
      "migrations/1_notes.sql": `
        create table notes (
          title text primary key,
          owner uuid not null default auth.uid() references auth.users on delete cascade);
        alter table notes enable row level security;
        create policy own on notes using (owner = auth.uid());`,
    },
  });
  const { url, publishableKey, fetch } = backend;
  const supabase = createClient(url, publishableKey, { global: { fetch } });

  // Sign up, and follow the link in the confirmation e-mail.
  await supabase.auth.signUp({ email: "ada@example.com", password: "correct horse battery" });
  const visit = await backend.visit(await backend.inbox.latestLink("ada@example.com"));
  const tokens = new URLSearchParams(new URL(visit.url).hash.slice(1));
  await supabase.auth.setSession({
    access_token: tokens.get("access_token") ?? "",
    refresh_token: tokens.get("refresh_token") ?? "",
  });

  await supabase.from("notes").insert({ title: "Sketch of the Analytical Engine" });
  expect((await supabase.from("notes").select("title")).data).toHaveLength(1);
  await supabase.auth.signOut();
  expect((await supabase.from("notes").select("title")).data).toEqual([]);
});
