import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBackend, type TestBackend } from "../../../test/backend.ts";
import { subscribeToChanges } from "../../../test/live.ts";
import { signUp, type TestUser, userIdOf } from "../../../test/user.ts";
import {
  createNote,
  deleteNote,
  endShares,
  findNote,
  listNotes,
  restoreNote,
  shareNote,
} from "../queries/notes.ts";
import {
  answerInvitations,
  blockSender,
  listBlockedSenders,
  listInvitations,
  unblockSender,
} from "./invitations.ts";

const signal = new AbortController().signal;
const firstPage = { search: "", sort: "changed", page: 1 } as const;
const conflict = { status: 409 };

let backend: TestBackend;
let createdCount = 0;

beforeAll(async () => {
  backend = await startBackend();
}, 60_000);

afterAll(() => backend?.stop());

/** Signs up a new user. */
const createUser = (name: string) => signUp(backend, `${name}-${createdCount++}`);

/** Creates a note and shares it. */
async function share(sender: TestUser, address: string, title = "Party") {
  const note = await createNote(sender.data, { title, body: "Cake", pinned: false });
  await shareNote(sender.data, note.id, [address]);
  return note.id;
}

/** Creates many notes for the sender to share. */
async function createNotes(sender: TestUser, count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) => ({ title: `Note ${index}` }));
  const { data } = await sender.data.from("notes").insert(rows).select("id").throwOnError();
  return data.map(({ id }) => id);
}

const idsOf = async ({ data }: TestUser) =>
  (await listInvitations(data, signal)).map(({ id }) => id);

describe("an invitation", () => {
  it("an invitation shows sender and title, and nothing else of the note until it is accepted", async () => {
    const [ada, ben] = [await createUser("ada"), await createUser("ben")];
    const note = await share(ada, ben.email);
    const invitations = await listInvitations(ben.data, signal);
    expect(invitations).toMatchObject([{ title: "Party", shared_by: ada.email }]);
    expect(await findNote(ben.data, note, signal)).toBeNull();
    expect(await listNotes(ben.data, firstPage, signal)).toMatchObject({ total: 0 });
    await answerInvitations(ben.data, [invitations[0]?.id ?? ""], true);
    expect(await findNote(ben.data, note, signal)).toMatchObject({ body: "Cake" });
    expect(await idsOf(ben)).toEqual([]);
  });

  it("only its recipient can answer an invitation", async () => {
    const [ada, ben, eve] = [
      await createUser("ada"),
      await createUser("ben"),
      await createUser("eve"),
    ];
    const note = await share(ada, ben.email);
    const ids = await idsOf(ben);
    for (const caller of [ada, eve]) {
      await answerInvitations(caller.data, ids, true);
      await blockSender(caller.data, ids[0] ?? "");
      expect(await listBlockedSenders(caller.data, signal)).toEqual([]);
    }
    expect(await findNote(eve.data, note, signal)).toBeNull();
    expect(await idsOf(ben)).toEqual(ids);
  });

  it("a declined invitation stays declined when the note is shared again or restored", async () => {
    const [ada, ben] = [await createUser("ada"), await createUser("ben")];
    const id = await share(ada, ben.email);
    await answerInvitations(ben.data, await idsOf(ben), false);
    expect(await idsOf(ben)).toEqual([]);
    const note = await findNote(ada.data, id, signal);
    if (!note) throw new Error("The note is gone.");
    await endShares(ada.data, [note.shares[0]?.id ?? ""]);
    await shareNote(ada.data, id, [ben.email]);
    expect(await idsOf(ben)).toEqual([]);
    await deleteNote(ada.data, id);
    await restoreNote(ada.data, note);
    expect(await idsOf(ben)).toEqual([]);
    expect(await findNote(ben.data, id, signal)).toBeNull();
  });

  it("a note that was left can be shared again", async () => {
    const [ada, ben] = [await createUser("ada"), await createUser("ben")];
    const id = await share(ada, ben.email);
    const ids = await idsOf(ben);
    await answerInvitations(ben.data, ids, true);
    await endShares(ben.data, ids);
    await shareNote(ada.data, id, [ben.email]);
    expect(await findNote(ben.data, id, signal)).toBeNull();
    expect(await idsOf(ben)).toHaveLength(1);
  });

  it("the sender learns nothing of a declined invitation, neither by the API nor by Realtime", async () => {
    const [ada, ben, eve] = [
      await createUser("ada"),
      await createUser("ben"),
      await createUser("eve"),
    ];
    const listShares = async () =>
      (await ada.data.from("note_shares").select("*").order("created_at").throwOnError()).data;
    await share(ada, ben.email);
    await share(ada, eve.email);
    await share(ada, "nobody@example.com");
    const earlierShares = await listShares();
    const changes = await subscribeToChanges(backend, ada, "*");
    await answerInvitations(ben.data, await idsOf(ben), false);
    await blockSender(eve.data, (await idsOf(eve))[0] ?? "");
    const { id } = await createNote(ada.data, { title: "Fence", body: "", pinned: false });
    expect(await changes.next()).toMatchObject({ table: "notes", new: { id } });
    await changes.close();
    expect(await listShares()).toEqual(earlierShares);
    expect(new Set(earlierShares.map((row) => Object.keys(row).join()))).toHaveProperty("size", 1);
  });

  it("many invitations can be accepted, declined and left in one request", async () => {
    const [ada, ben] = [await createUser("ada"), await createUser("ben")];
    const notes = await createNotes(ada, 6);
    for (const note of notes) await shareNote(ada.data, note, [ben.email]);
    const ids = await idsOf(ben);
    await answerInvitations(ben.data, ids.slice(0, 4), true);
    await answerInvitations(ben.data, ids.slice(4), false);
    expect(await listNotes(ben.data, firstPage, signal)).toMatchObject({ total: 4 });
    await endShares(ben.data, ids.slice(0, 3));
    expect(await listNotes(ben.data, firstPage, signal)).toMatchObject({ total: 1 });
    const tooManyIds = Array.from({ length: 101 }, () => crypto.randomUUID());
    await expect(answerInvitations(ben.data, tooManyIds, true)).rejects.toMatchObject({
      status: 400,
    });
  });
});

describe("a blocked sender", () => {
  it("nothing that a blocked sender shares is visible until they are unblocked", async () => {
    const [ada, ben, eve] = [
      await createUser("ada"),
      await createUser("ben"),
      await createUser("eve"),
    ];
    const acceptedNote = await share(eve, ben.email, "Accepted");
    const adasShare = await share(ada, ben.email, "From Ada");
    await answerInvitations(ben.data, await idsOf(ben), true);
    await share(eve, ben.email, "Open");
    await blockSender(ben.data, (await idsOf(ben))[0] ?? "");
    await share(eve, ben.email, "Later");
    expect(await idsOf(ben)).toEqual([]);
    expect(await findNote(ben.data, acceptedNote, signal)).toBeNull();
    expect(await findNote(ben.data, adasShare, signal)).not.toBeNull();
    const ownShares = await ben.data.from("note_shares").select("shared_by").throwOnError();
    expect(ownShares.data).toEqual([{ shared_by: ada.email }]);

    const [blocked] = await listBlockedSenders(ben.data, signal);
    expect(blocked).toMatchObject({ address: eve.email });
    await unblockSender(ben.data, blocked?.sender_id ?? "");
    expect(await idsOf(ben)).toHaveLength(2);
    expect(await findNote(ben.data, acceptedNote, signal)).not.toBeNull();
  });
});

describe("the limits of sharing", () => {
  it("a sender can have at most 20 open invitations to one address", async () => {
    const [ada, ben] = [await createUser("ada"), await createUser("ben")];
    const notes = await createNotes(ada, 21);
    for (const address of [ben.email, "no-account@example.com"]) {
      const rows = notes.map((note_id) => ({ note_id, address }));
      const response = await ada.data.from("note_shares").insert(rows);
      expect(response, address).toMatchObject(conflict);
      await ada.data.from("note_shares").insert(rows.slice(0, 20)).throwOnError();
      await expect(shareNote(ada.data, notes[20] ?? "", [address])).rejects.toMatchObject(conflict);
      // Repeating an existing share is allowed.
      await shareNote(ada.data, notes[0] ?? "", [address]);
    }
    const openIds = await idsOf(ben);
    expect(openIds).toHaveLength(20);
    // Accepting frees a slot; declining does not.
    await answerInvitations(ben.data, openIds.slice(0, 19), false);
    const shareAgain = () => shareNote(ada.data, notes[20] ?? "", [ben.email]);
    await expect(shareAgain()).rejects.toMatchObject(conflict);
    await answerInvitations(ben.data, openIds.slice(19), true);
    await shareAgain();
  });

  it("a sender can have at most 200 open invitations, even with parallel requests", async () => {
    const ada = await createUser("ada");
    const notes = await createNotes(ada, 11);
    const requests = notes.map((note, index) => {
      const addresses = Array.from({ length: 20 }, (_, i) => `${index}-${i}@example.com`);
      return shareNote(ada.data, note, addresses);
    });
    const outcomes = await Promise.allSettled(requests);
    expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(1);
    const { count } = await ada.data
      .from("note_shares")
      .select("id", { count: "exact", head: true });
    expect(count).toBe(200);
  });

  it("a recipient sees at most 100 invitations, including the first of each sender", async () => {
    const ben = await createUser("ben");
    const senders = await Promise.all(Array.from({ length: 6 }, () => createUser("flood")));
    for (const sender of senders.slice(0, 5)) {
      const rows = (await createNotes(sender, 20)).map((note_id) => ({
        note_id,
        address: ben.email,
      }));
      await sender.data.from("note_shares").insert(rows).throwOnError();
    }
    const friend = senders[5];
    if (!friend) throw new Error("Nobody signed up.");
    await share(friend, ben.email);
    const invitations = await listInvitations(ben.data, signal);
    expect(invitations).toHaveLength(100);
    expect(invitations.slice(0, 6).map(({ shared_by }) => shared_by)).toContain(friend.email);
  });

  it("the limits of sharing reveal nothing about another user's shares", async () => {
    const [ada, eve] = [await createUser("ada"), await createUser("eve")];
    const [note = ""] = await createNotes(ada, 1);
    const addresses = Array.from({ length: 20 }, (_, i) => `${i}@example.com`);
    await shareNote(ada.data, note, addresses);
    for (const owner_id of [await userIdOf(eve), await userIdOf(ada)]) {
      const row = { note_id: note, address: "x@example.com", owner_id };
      const { error } = await eve.data.from("note_shares").insert(row);
      expect(error?.message).not.toContain("20 addresses");
    }
  });
});
