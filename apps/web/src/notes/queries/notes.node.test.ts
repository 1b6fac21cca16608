import { PostgrestClient } from "@supabase/postgrest-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { authorizeApplication } from "../../../test/application.ts";
import { startBackend, type TestBackend } from "../../../test/backend.ts";
import { signUp } from "../../../test/user.ts";
import { DataFailure } from "../../data/failure.ts";
import type { Database } from "../../data/schema.ts";
import {
  changeNote,
  createNote,
  deleteNote,
  exportNotes,
  findNote,
  listNotes,
  noteStatistics,
  restoreNote,
} from "./notes.ts";
import { pageSize } from "./paging.ts";

const signal = new AbortController().signal;
const firstPage = { search: "", sort: "changed", page: 1 } as const;

/** `max_rows` in supabase/config.toml. */
const maxRows = 1000;

let backend: TestBackend;

beforeAll(async () => {
  backend = await startBackend();
}, 60_000);

afterAll(() => backend?.stop());

const signUpClient = async (name: string) => (await signUp(backend, name)).data;

const noteOf = (title: string, body = "") => ({ title, body, pinned: false });

describe("notes", () => {
  it("notes can be created, found, changed and counted", async () => {
    const data = await signUpClient("ada");
    const created = await createNote(data, noteOf("Lisbon", "Two words"));
    expect(await findNote(data, created.id, signal)).toEqual(created);
    const changed = await changeNote(data, created.id, { body: "Three more words", pinned: true });
    expect(changed).toMatchObject({ title: "Lisbon", body: "Three more words", pinned: true });
    expect(Date.parse(changed.updated_at)).toBeGreaterThan(Date.parse(created.updated_at));
    expect(await noteStatistics(data, signal)).toEqual({
      total: 1,
      pinned: 1,
      this_week: 1,
      words: 4,
    });
  });

  it("an account can have at most 5,000 notes", async () => {
    const data = await signUpClient("hoarder");
    const manyNotes = (count: number) =>
      Array.from({ length: count }, (_, index) => noteOf(`${index}`));
    await data.from("notes").insert(manyNotes(2500)).throwOnError();
    await data.from("notes").insert(manyNotes(2499)).throwOnError();
    const last = await createNote(data, noteOf("The last"));
    const expectedError = {
      status: 409,
      message: "You have 5,000 notes. Delete some of them first.",
    };
    await expect(createNote(data, noteOf("One more"))).rejects.toMatchObject(expectedError);
    await changeNote(data, last.id, { body: "It is still changed." });
    await deleteNote(data, last.id);
    expect(await data.from("notes").insert(manyNotes(2))).toMatchObject({ status: 409 });
    await createNote(data, noteOf("In its place"));
    await createNote(await signUpClient("neighbour"), noteOf("Of somebody else"));
  });

  it("the dates of a note are between the years 2000 and 2200", async () => {
    const data = await signUpClient("traveller");
    const { id } = await createNote(data, noteOf("Now"));
    for (const date of ["infinity", "-infinity", "294000-01-01", "4000-01-01 BC", "1999-12-31"]) {
      for (const change of [{ created_at: date }, { updated_at: date }]) {
        const changed = await data.from("notes").update(change).eq("id", id);
        expect(changed.error, JSON.stringify(change)).toMatchObject({ code: "23514" });
        const created = await data.from("notes").insert({ ...noteOf("Then"), ...change });
        expect(created.error, JSON.stringify(change)).toMatchObject({ code: "23514" });
      }
    }
    await data.from("notes").update({ updated_at: "2001-01-01" }).eq("id", id).throwOnError();
  });

  it("pinning a note does not change its date", async () => {
    const data = await signUpClient("pin");
    const created = await createNote(data, noteOf("Lisbon"));
    const pinned = await changeNote(data, created.id, { pinned: true });
    expect(pinned.updated_at).toBe(created.updated_at);
  });

  it("restoring a deleted note brings it back unchanged, even when repeated", async () => {
    const data = await signUpClient("undo");
    const created = await createNote(data, noteOf("Lisbon"));
    await deleteNote(data, created.id);
    expect(await findNote(data, created.id, signal)).toBeNull();
    await restoreNote(data, created);
    await restoreNote(data, created);
    expect(await findNote(data, created.id, signal)).toEqual(created);
  });

  it("notes are listed in pages, pinned ones first, each on one page only", async () => {
    const data = await signUpClient("pages");
    const count = pageSize * 2 + 3;
    await data.from("notes").insert(Array.from({ length: count }, (_, i) => noteOf(`Note ${i}`)));
    const last = await createNote(data, { ...noteOf("Zebra"), pinned: true });
    const pages = await Promise.all(
      [1, 2, 3].map((page) => listNotes(data, { ...firstPage, sort: "heading", page }, signal)),
    );
    expect(pages.map(({ notes }) => notes.length)).toEqual([pageSize, pageSize, 4]);
    expect(pages.map(({ total }) => total)).toEqual([count + 1, count + 1, count + 1]);
    expect(pages[0]?.notes[0]?.id).toBe(last.id);
    expect(new Set(pages.flatMap(({ notes }) => notes.map(({ id }) => id))).size).toBe(count + 1);
  });

  it("a page past the end is empty and has the total", async () => {
    const data = await signUpClient("past");
    await createNote(data, noteOf("Lisbon"));
    expect(await listNotes(data, { ...firstPage, page: 9 }, signal)).toEqual({
      notes: [],
      total: 1,
    });
  });

  it("a search finds notes that contain all words literally", async () => {
    const data = await signUpClient("search");
    await createNote(data, noteOf("Cotton", 'is 100% soft, (really) "soft"; a_b\\c'));
    await createNote(data, noteOf("Wool", "100 ways to knit"));
    const titles = async (search: string) =>
      (await listNotes(data, { ...firstPage, search }, signal)).notes.map(({ title }) => title);
    expect(await titles("SOFT cotton")).toEqual(["Cotton"]);
    expect(await titles("100%")).toEqual(["Cotton"]);
    expect(await titles('(really) "soft"; a_b\\c')).toEqual(["Cotton"]);
    expect((await titles("100")).length).toBe(2);
    expect(await titles("axb")).toEqual([]);
  });

  it("an export contains all notes, beyond the server's row limit", async () => {
    const data = await signUpClient("export");
    const count = maxRows + 5;
    await data
      .from("notes")
      .insert(Array.from({ length: count }, (_, i) => noteOf(`N${i}`, "a\nb")));
    const { csv, count: exportedCount } = await exportNotes(data, firstPage);
    expect(exportedCount).toBe(count);
    expect(csv.match(/^id,title/gm)).toHaveLength(1);
    expect(new Set(csv.match(/"?N\d+"?(?=,)/g)).size).toBe(count);
  });

  it("an export contains no formulas", async () => {
    const data = await signUpClient("formulas");
    await createNote(data, noteOf('=HYPERLINK("https://example.com","Free")', "\t=1+1"));
    const { csv } = await exportNotes(data, firstPage);
    expect(csv).toContain(`"'=HYPERLINK(""https://example.com"",""Free"")"`);
    expect(csv).toContain("'\t=1+1");
  });

  it("blank and too long notes are rejected", async () => {
    const data = await signUpClient("limits");
    for (const invalidNote of [
      noteOf(" ", "\n\t"),
      noteOf("x".repeat(201)),
      noteOf("", "x".repeat(20_001)),
    ]) {
      await expect(createNote(data, invalidNote)).rejects.toMatchObject({
        code: "23514",
        status: 400,
      });
    }
  });

  it("users can access only their own notes", async () => {
    const owner = await signUpClient("owner");
    const created = await createNote(owner, noteOf("Mine"));
    const stranger = await signUpClient("stranger");
    expect(await findNote(stranger, created.id, signal)).toBeNull();
    expect(await listNotes(stranger, firstPage, signal)).toEqual({ notes: [], total: 0 });
    await expect(changeNote(stranger, created.id, { title: "Theirs" })).rejects.toThrow(
      DataFailure,
    );
    await deleteNote(stranger, created.id);
    await expect(restoreNote(stranger, { ...created, title: "Theirs" })).rejects.toMatchObject({
      code: "42501",
    });
    expect(await findNote(owner, created.id, signal)).toEqual(created);
  });

  it("anonymous callers cannot access notes", async () => {
    const anonymous = new PostgrestClient<Database>(`${backend.origin}/rest/v1`, {
      headers: { apikey: backend.publishableKey },
    });
    await expect(listNotes(anonymous, firstPage, signal)).rejects.toMatchObject({ code: "42501" });
    await expect(noteStatistics(anonymous, signal)).rejects.toMatchObject({ code: "42501" });
  });

  it("findNote returns null for an invalid id", async () => {
    const data = await signUpClient("address");
    expect(await findNote(data, "nope", signal)).toBeNull();
  });

  it("an application cannot access notes, whatever its scope", async () => {
    const user = await signUp(backend, "engines");
    await user.data.from("notes").insert({ title: "Mine" });
    const { data } = await authorizeApplication(user, backend, "openid email profile phone");
    expect(await data.from("notes").select("title")).toMatchObject({ status: 200, data: [] });
    expect(await data.from("notes").insert({ title: "Not mine" })).toMatchObject({
      error: { code: "42501" },
    });
    await data.from("notes").update({ title: "Changed" }).eq("title", "Mine");
    await data.from("notes").delete().eq("title", "Mine");
    expect((await data.rpc("note_statistics")).data).toMatchObject([{ total: 0 }]);
    expect((await user.data.from("notes").select("title")).data).toEqual([{ title: "Mine" }]);
  });
});
