import { PostgrestClient } from "@supabase/postgrest-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { authorizeApplication } from "../../../test/application.ts";
import { startBackend, type TestBackend } from "../../../test/backend.ts";
import { canJoin, joinChannel, liveClient } from "../../../test/live.ts";
import { signInAsGuest, signUp, type TestUser, userIdOf } from "../../../test/user.ts";
import type { Database } from "../../data/schema.ts";
import { listAttachments } from "../attachments/attachments.ts";
import {
  changeNote,
  createNote,
  deleteNote,
  endShares,
  findNote,
  isGone,
  listNotes,
  maxShares,
  restoreNote,
  shareNote,
} from "../queries/notes.ts";
import { answerInvitations, listInvitations } from "./invitations.ts";

const signal = new AbortController().signal;
const firstPage = { search: "", sort: "changed", page: 1 } as const;
const text = new Blob(["text"], { type: "text/plain" });

let backend: TestBackend;
let ada: TestUser;
let ben: TestUser;
let eve: TestUser;

beforeAll(async () => {
  backend = await startBackend();
  ada = await signUp(backend, "ada");
  ben = await signUp(backend, "ben");
  eve = await signUp(backend, "eve");
}, 60_000);

afterAll(() => backend?.stop());

const draft = { title: "Shopping", body: "Bread", pinned: false };

/** Returns a client with the secret key. */
function adminClient() {
  const { origin, secretKey } = backend;
  return new PostgrestClient<Database>(`${origin}/rest/v1`, { headers: { apikey: secretKey } });
}

/** Accepts the open invitations of a user. */
async function acceptAll({ data }: Pick<TestUser, "data">) {
  const invitations = await listInvitations(data, signal);
  const ids = invitations.map(({ id }) => id);
  await answerInvitations(data, ids, true);
}

/** Creates a note of Ada's that is shared with Ben, who has accepted it. */
async function createSharedNote() {
  const { id } = await createNote(ada.data, draft);
  await shareNote(ada.data, id, [ben.email]);
  await acceptAll(ben);
  const note = await findNote(ada.data, id, signal);
  if (!note) throw new Error("The note is gone.");
  return note;
}

describe("a shared note", () => {
  it("a shared note can be read and edited by the owner of a confirmed address", async () => {
    const note = await createSharedNote();
    expect(note.shares).toMatchObject([{ address: ben.email, shared_by: ada.email }]);
    expect(await findNote(ben.data, note.id, signal)).toEqual(note);
    expect((await listNotes(ben.data, firstPage, signal)).notes).toContainEqual(note);
    const changed = await changeNote(ben.data, note.id, { body: "Bread, salt" });
    expect(Date.parse(changed.updated_at)).toBeGreaterThan(Date.parse(note.updated_at));
    expect(await findNote(ada.data, note.id, signal)).toEqual(changed);
    expect(await findNote(eve.data, note.id, signal)).toBeNull();
  });

  it("recipients of a shared note can change only its title and text", async () => {
    const note = await createSharedNote();
    const forbidden = { code: "42501" };
    await expect(changeNote(ben.data, note.id, { pinned: true })).rejects.toMatchObject(forbidden);
    for (const change of [
      { user_id: await userIdOf(ben) },
      { id: crypto.randomUUID() },
      { created_at: "2001-01-01" },
      { updated_at: "2101-01-01" },
    ]) {
      const { error } = await ben.data.from("notes").update(change).eq("id", note.id);
      expect(error, JSON.stringify(change)).toMatchObject(forbidden);
    }
    await deleteNote(ben.data, note.id);
    await expect(shareNote(ben.data, note.id, [eve.email])).rejects.toThrow();
    expect(await findNote(ada.data, note.id, signal)).toEqual(note);
  });

  it("the owner of a note cannot transfer it to another user", async () => {
    const note = await createSharedNote();
    await shareNote(ada.data, note.id, [ada.email]);
    const change = { user_id: await userIdOf(ben) };
    const { error } = await ada.data.from("notes").update(change).eq("id", note.id);
    expect(error).toMatchObject({ code: "42501" });
  });

  it("owner and recipient can both end a share", async () => {
    for (const user of [ada, ben]) {
      const note = await createSharedNote();
      await endShares(eve.data, [note.shares[0]?.id ?? ""]);
      expect(await findNote(ben.data, note.id, signal)).not.toBeNull();
      await endShares(user.data, [note.shares[0]?.id ?? ""]);
      expect(await findNote(ben.data, note.id, signal)).toBeNull();
      await expect(changeNote(ben.data, note.id, { body: "Mine" })).rejects.toSatisfy(isGone);
    }
  });

  it("a restored note is shared with the same addresses as before", async () => {
    const note = await createSharedNote();
    await deleteNote(ada.data, note.id);
    expect(await findNote(ben.data, note.id, signal)).toBeNull();
    await restoreNote(ada.data, note);
    await restoreNote(ada.data, note);
    expect(await findNote(ben.data, note.id, signal)).toMatchObject({ title: "Shopping" });
  });

  it("the id of a deleted note stays reserved for its owner", async () => {
    const note = await createSharedNote();
    await deleteNote(ada.data, note.id);
    const response = await ben.data.from("notes").insert({ ...draft, id: note.id });
    expect(response.error).toMatchObject({ code: "42501" });
    await restoreNote(ada.data, note);
    expect(await findNote(ada.data, note.id, signal)).toMatchObject({ title: "Shopping" });
  });

  it("nobody can change the id of a note to that of somebody else's deleted note", async () => {
    const note = await createSharedNote();
    const { id } = await createNote(ben.data, draft);
    await deleteNote(ada.data, note.id);
    const response = await ben.data.from("notes").update({ id: note.id }).eq("id", id);
    expect(response.error).toMatchObject({ code: "42501" });
    await deleteNote(ben.data, note.id);
    await restoreNote(ada.data, note);
    expect(await findNote(ada.data, note.id, signal)).toMatchObject({ title: "Shopping" });
  });

  it("a reserved id stays its owner's when somebody else's note by it is deleted", async () => {
    const note = await createSharedNote();
    const { id } = await createNote(ben.data, draft);
    await deleteNote(ada.data, note.id);
    // An administrator can change an id.
    await adminClient().from("notes").update({ id: note.id }).eq("id", id).throwOnError();
    await deleteNote(ben.data, note.id);
    await restoreNote(ada.data, note);
    expect(await findNote(ada.data, note.id, signal)).toMatchObject({ title: "Shopping" });
  });

  it("saving a note fails if it has changed since the given time", async () => {
    const note = await createSharedNote();
    await changeNote(ben.data, note.id, { body: "Bens" }, note.updated_at);
    const outdatedChange = changeNote(ada.data, note.id, { body: "Adas" }, note.updated_at);
    await expect(outdatedChange).rejects.toSatisfy(isGone);
    expect(await findNote(ada.data, note.id, signal)).toMatchObject({ body: "Bens" });
  });

  it("recipients of a shared note can read its files and add none", async () => {
    const note = await createSharedNote();
    const folder = `${await userIdOf(ada)}/${note.id}`;
    const files = (user: TestUser) => user.files.from("attachments");
    expect((await files(ada).upload(`${folder}/1`, text)).error).toBeNull();
    expect(await listAttachments(ben.data, note.id, signal)).toHaveLength(1);
    expect(await (await files(ben).download(`${folder}/1`)).data?.text()).toBe("text");
    expect((await files(ben).createSignedUrl(`${folder}/1`, 60)).error).toBeNull();
    expect((await files(ben).upload(`${folder}/2`, text)).error).not.toBeNull();
    expect((await files(ben).remove([`${folder}/1`])).data).toEqual([]);
    expect((await files(eve).download(`${folder}/1`)).error).not.toBeNull();

    const ownPath = `${await userIdOf(ben)}/${note.id}/1`;
    expect((await files(ben).upload(ownPath, text)).error).not.toBeNull();
    await endShares(ada.data, [note.shares[0]?.id ?? ""]);
    expect((await files(ben).download(`${folder}/1`)).error).not.toBeNull();
    expect(await listAttachments(ben.data, note.id, signal)).toEqual([]);
  });

  it("the owner of a shared note sees who is present, and others see the owner", async () => {
    const { id } = await createSharedNote();
    await shareNote(ada.data, id, [eve.email]);
    const canUserJoin = (user: TestUser, topic: string) => canJoin(backend, user, topic);
    for (const { email } of [ada, ben, eve]) {
      expect(await canUserJoin(ada, `note:${id}:${email}`), email).toBe(true);
      // Only the owner sees the addresses of other recipients.
      expect(await canUserJoin(ben, `note:${id}:${email}`), email).toBe(email !== eve.email);
      // Eve has not accepted the invitation.
      expect(await canUserJoin(eve, `note:${id}:${email}`), email).toBe(false);
    }
    const address = ada.email;
    for (const topic of [
      "note:",
      "note:1",
      `${id}:${address}`,
      `note:${id}`,
      `note:x${id}:${address}`,
      `note:${crypto.randomUUID()}:${address}`,
    ]) {
      expect(await canUserJoin(ben, topic), topic).toBe(false);
    }
  });

  it("users can be present only under their own address", async () => {
    const { id } = await createSharedNote();
    const canTrack = async (user: TestUser, address: string) => {
      const client = await liveClient(backend, user);
      const channel = client.channel(`note:${id}:${address}`, { config: { private: true } });
      try {
        expect(await joinChannel(channel)).toBe("SUBSCRIBED");
        return await channel.track({});
      } finally {
        await client.disconnect();
      }
    };
    expect(await canTrack(ben, ben.email)).toBe("ok");
    expect(await canTrack(ben, ada.email)).toBe("error");
    expect(await canTrack(ada, ben.email)).toBe("error");
  });
});

describe("sharing", () => {
  it("sharing does not reveal whether an address has an account", async () => {
    const { id } = await createNote(ada.data, draft);
    await shareNote(ada.data, id, [ben.email, "nobody@example.com"]);
    const shares = (await findNote(ada.data, id, signal))?.shares ?? [];
    const shareKeys = shares.map((share) => Object.keys(share));
    expect(new Set(shareKeys.map((keys) => keys.join()))).toHaveProperty("size", 1);
    expect(shares.map(({ address }) => address).sort()).toEqual([ben.email, "nobody@example.com"]);
  });

  it("a note is shared with an address once it is confirmed", async () => {
    const { id } = await createNote(ada.data, draft);
    await shareNote(ada.data, id, ["claimed@example.com", "late@example.com"]);
    const claimingGuest = await signInAsGuest(backend);
    const { error } = await claimingGuest.auth.updateUser({ email: "claimed@example.com" });
    expect(error).toBeNull();
    await claimingGuest.auth.refreshSession();
    expect(await findNote(claimingGuest.data, id, signal)).toBeNull();
    expect(await listInvitations(claimingGuest.data, signal)).toEqual([]);
    const late = await signUp(backend, "late");
    await acceptAll(late);
    expect(await findNote(late.data, id, signal)).toMatchObject({ title: "Shopping" });
  });

  it("only users with an address can share, and only their own notes", async () => {
    const guestUser = await signInAsGuest(backend);
    const guestsNote = await createNote(guestUser.data, draft);
    await expect(shareNote(guestUser.data, guestsNote.id, [ben.email])).rejects.toThrow();
    await expect(shareNote(ada.data, guestsNote.id, [ben.email])).rejects.toThrow();
    const { id } = await createNote(ada.data, draft);
    for (const invalidAddress of [
      "",
      "ben",
      "Ben@example.com",
      " ben@example.com",
      "a b@example.com",
    ]) {
      await expect(shareNote(ada.data, id, [invalidAddress]), invalidAddress).rejects.toMatchObject(
        {
          code: "23514",
        },
      );
    }
    const forgedShare = { note_id: id, address: "x@example.com", shared_by: "boss@example.com" };
    const { error } = await ada.data.from("note_shares").insert(forgedShare);
    expect(error).toMatchObject({ code: "42501" });
  });

  it("a note can be shared with a limited number of addresses", async () => {
    const { id } = await createNote(ada.data, draft);
    const addresses = Array.from({ length: maxShares }, (_, i) => `${i}@example.com`);
    await shareNote(ada.data, id, addresses);
    await expect(shareNote(ada.data, id, ["more@example.com"])).rejects.toMatchObject({
      status: 409,
    });
  });

  it("an application cannot share notes", async () => {
    const note = await createSharedNote();
    const { data, token } = await authorizeApplication(ben, backend, "openid email profile phone");
    expect(await findNote(data, note.id, signal)).toBeNull();
    expect((await data.from("note_shares").select("id")).data).toEqual([]);
    await endShares(data, [note.shares[0]?.id ?? ""]);
    expect(await canJoin(backend, { token }, `note:${note.id}:${ben.email}`)).toBe(false);
    expect(await findNote(ben.data, note.id, signal)).not.toBeNull();
  });
});
