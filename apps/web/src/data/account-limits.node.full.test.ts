import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBackend, type TestBackend } from "../../test/backend.ts";
import { signUp, type TestUser, userIdOf } from "../../test/user.ts";
import { createNote, findNote, listNotes, shareNote } from "../notes/queries/notes.ts";

const signal = new AbortController().signal;
const text = new Blob(["text"], { type: "text/plain" });
const forbidden = { statusCode: "403", message: "new row violates row-level security policy" };

/** Functions that run with the rights of the database owner. */
const helperFunctions = `
  create function public.fill(owner uuid, count integer, size bigint) returns void
    language sql security definer set search_path = '' as $$
      insert into storage.objects (bucket_id, name, metadata)
      select 'attachments', owner || '/' || gen_random_uuid() || '/1', jsonb_build_object('size', size)
      from generate_series(1, count);
    $$;
  create function public.make_single_sign_on(user_id uuid) returns void
    language sql security definer set search_path = '' as $$
      update auth.users set is_sso_user = true where id = user_id;
    $$;
  revoke all on function public.fill, public.make_single_sign_on from public, anon, authenticated;
  grant execute on function public.fill, public.make_single_sign_on to service_role;`;

let backend: TestBackend;

beforeAll(async () => {
  backend = await startBackend(undefined, helperFunctions);
}, 60_000);

afterAll(() => backend?.stop());

async function callAsOwner(name: string, body: object) {
  const response = await fetch(`${backend.origin}/rest/v1/rpc/${name}`, {
    method: "POST",
    headers: { apikey: backend.secretKey, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
}

const createNoteOf = ({ data }: TestUser) =>
  createNote(data, { title: "A note", body: "", pinned: false });

async function attachFile(user: TestUser) {
  const path = `${await userIdOf(user)}/${(await createNoteOf(user)).id}/1`;
  return (await user.files.from("attachments").upload(path, text)).error;
}

describe("the attachments of an account", () => {
  it("an account can have at most 1,000 attachments in all notes", async () => {
    const ada = await signUp(backend, "ada");
    await callAsOwner("fill", { owner: await userIdOf(ada), count: 999, size: 1 });
    expect(await attachFile(ada)).toBeNull();
    expect(await attachFile(ada)).toMatchObject(forbidden);
    expect(await attachFile(await signUp(backend, "neighbour"))).toBeNull();
  });

  it("an account can have at most 1 GB of attachments in all notes", async () => {
    const ben = await signUp(backend, "ben");
    await callAsOwner("fill", { owner: await userIdOf(ben), count: 20, size: 49_999_999 });
    expect(await attachFile(ben)).toBeNull();
    await callAsOwner("fill", { owner: await userIdOf(ben), count: 1, size: 50_000_000 });
    expect(await attachFile(ben)).toMatchObject(forbidden);
  });
});

describe("an account of single sign-on", () => {
  it("an account of single sign-on receives nothing that is shared with its address", async () => {
    const [ada, ben] = [await signUp(backend, "sharing"), await signUp(backend, "employee")];
    const note = await createNoteOf(ada);
    await shareNote(ada.data, note.id, [ben.email]);
    const invitations = () => ben.data.rpc("note_invitations").throwOnError();
    expect((await invitations()).data).toHaveLength(1);
    await callAsOwner("make_single_sign_on", { user_id: await userIdOf(ben) });
    expect((await invitations()).data).toEqual([]);
    expect(await findNote(ben.data, note.id, signal)).toBeNull();
    const ownNote = await createNoteOf(ben);
    await expect(shareNote(ben.data, ownNote.id, [ada.email])).rejects.toMatchObject({
      status: 403,
    });
    expect(
      await listNotes(ben.data, { search: "", sort: "changed", page: 1 }, signal),
    ).toMatchObject({ total: 1 });
  });
});
