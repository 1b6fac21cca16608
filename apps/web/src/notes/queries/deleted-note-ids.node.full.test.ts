import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBackend, type TestBackend } from "../../../test/backend.ts";
import { signUp } from "../../../test/user.ts";
import { deleteNote } from "./notes.ts";

const draft = { title: "Shopping", body: "Bread", pinned: false };

let backend: TestBackend;

beforeAll(async () => {
  backend = await startBackend();
}, 60_000);

afterAll(() => backend?.stop());

describe("the ids of deleted notes", () => {
  it("the ids of an account's newest 5,000 deleted notes stay reserved", async () => {
    const data = (await signUp(backend, "deleter")).data;
    const other = (await signUp(backend, "taker")).data;
    const ids = Array.from({ length: 5001 }, () => crypto.randomUUID());
    const [oldest = "", newer = ""] = ids;
    const insert = (someIds: readonly string[]) =>
      data
        .from("notes")
        .insert(someIds.map((id) => ({ ...draft, id })))
        .throwOnError();
    const insertAsOther = (id: string) => other.from("notes").insert({ ...draft, id });
    await insert([oldest]);
    await deleteNote(data, oldest);
    expect((await insertAsOther(oldest)).error).toMatchObject({ code: "42501" });
    await insert(ids.slice(1, 2501));
    await insert(ids.slice(2501));
    await data.from("notes").delete().eq("title", draft.title).throwOnError();
    expect((await insertAsOther(newer)).error).toMatchObject({ code: "42501" });
    expect((await insertAsOther(oldest)).error).toBeNull();
  }, 60_000);
});
