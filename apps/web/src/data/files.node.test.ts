import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { authorizeApplication } from "../../test/application.ts";
import { startBackend, type TestBackend } from "../../test/backend.ts";
import { signUp, type TestUser, userIdOf } from "../../test/user.ts";
import {
  attachmentLimits,
  listAttachments,
  orphanedPaths,
  removeAttachments,
} from "../notes/attachments/attachments.ts";
import { createNote, deleteNote, restoreNote } from "../notes/queries/notes.ts";

const signal = new AbortController().signal;
const picture = new Blob(["picture"], { type: "image/webp" });
const text = new Blob(["text"], { type: "text/plain" });
const forbidden = { statusCode: "403", message: "new row violates row-level security policy" };

let backend: TestBackend;
let ada: TestUser;
let adasId: string;
let eve: TestUser;

beforeAll(async () => {
  backend = await startBackend();
  [ada, eve] = [await signUp(backend, "ada"), await signUp(backend, "eve")];
  adasId = await userIdOf(ada);
}, 60_000);

afterAll(() => backend?.stop());

const createNoteOf = ({ data }: TestUser) =>
  createNote(data, { title: "A note", body: "", pinned: false });

/** Attaches a file to a new note of Ada's. */
async function attachFile() {
  const note = await createNoteOf(ada);
  const path = `${adasId}/${note.id}/${crypto.randomUUID()}`;
  const metadata = { name: "قائمة 🌸.txt" };
  const { error } = await ada.files.from("attachments").upload(path, text, { metadata });
  if (error) throw error;
  return { note, path };
}

describe("pictures", () => {
  it("anyone with the URL can read a picture, and only its owner can list it", async () => {
    const avatars = ada.files.from("avatars");
    const path = `${adasId}/read.webp`;
    await avatars.upload(path, picture, { cacheControl: "31536000" });
    const response = await fetch(avatars.getPublicUrl(path).data.publicUrl);
    expect([response.status, response.headers.get("cache-control")]).toEqual([
      200,
      "max-age=31536000",
    ]);
    expect((await avatars.list(adasId)).data).toMatchObject([{ name: "read.webp" }]);
    expect((await eve.files.from("avatars").list(adasId)).data).toEqual([]);
  });

  it("users can write and remove pictures only in their own folder, at most five", async () => {
    const path = `${adasId}/0.webp`;
    await ada.files.from("avatars").upload(path, picture);
    const avatars = eve.files.from("avatars");
    expect((await avatars.upload(`${adasId}/1.webp`, picture)).error).toMatchObject(forbidden);
    expect((await avatars.update(path, picture)).error).toMatchObject(forbidden);
    expect((await avatars.remove([path])).data).toEqual([]);
    const ownId = await userIdOf(eve);
    expect((await avatars.upload(`${ownId}/deeper/1.webp`, picture)).error).toMatchObject(
      forbidden,
    );
    for (let count = 0; count < 5; count++) {
      expect((await avatars.upload(`${ownId}/${count}.webp`, picture)).error).toBeNull();
    }
    expect((await avatars.upload(`${ownId}/5.webp`, picture)).error).toMatchObject(forbidden);
  });

  it("the bucket of pictures rejects other files", async () => {
    const page = new Blob(["<script>"], { type: "text/html" });
    const { error } = await ada.files.from("avatars").upload(`${adasId}/page.html`, page);
    expect(error).toMatchObject({ statusCode: "415" });
  });
});

describe("attachments", () => {
  it("the attachments of a note are listed with their original names", async () => {
    const { note, path } = await attachFile();
    expect(await listAttachments(ada.data, note.id, signal)).toMatchObject([
      {
        path,
        note_id: note.id,
        name: "قائمة 🌸.txt",
        type: "text/plain",
        size: 4,
        thumbnail: null,
      },
    ]);
    const { data } = await ada.files.from("attachments").download(path);
    expect(await data?.text()).toBe("text");
  });

  it("other users cannot list, read, sign, copy or remove an attachment", async () => {
    const { note, path } = await attachFile();
    const files = eve.files.from("attachments");
    expect(await listAttachments(eve.data, note.id, signal)).toEqual([]);
    expect((await files.list(`${adasId}/${note.id}`)).data).toEqual([]);
    expect((await files.download(path)).error).not.toBeNull();
    expect((await files.createSignedUrl(path, 60)).error).not.toBeNull();
    const ownPath = `${await userIdOf(eve)}/${(await createNoteOf(eve)).id}/1`;
    expect((await files.copy(path, ownPath)).error).not.toBeNull();
    expect((await files.move(path, ownPath)).error).not.toBeNull();
    expect((await files.remove([path])).data).toEqual([]);
    expect((await ada.files.from("attachments").download(path)).error).toBeNull();
  });

  it("an attachment can only be uploaded to an existing note of the user", async () => {
    const { note } = await attachFile();
    const files = eve.files.from("attachments");
    const ownId = await userIdOf(eve);
    for (const path of [
      `${adasId}/${note.id}/2`,
      `${ownId}/${note.id}/2`,
      `${ownId}/${crypto.randomUUID()}/2`,
      `${ownId}/${(await createNoteOf(eve)).id}/2/3`,
      `${ownId}/2`,
    ]) {
      expect((await files.upload(path, text)).error, path).toMatchObject(forbidden);
    }
  });

  it("the number and size of attachments of a note are limited", async () => {
    const { note } = await attachFile();
    const files = ada.files.from("attachments");
    for (let count = 1; count < attachmentLimits.count; count++) {
      expect((await files.upload(`${adasId}/${note.id}/${count}`, text)).error).toBeNull();
    }
    expect((await files.upload(`${adasId}/${note.id}/more`, text)).error).toMatchObject(forbidden);

    const otherNote = await createNoteOf(ada);
    const large = new Blob([new Uint8Array(attachmentLimits.sizeBytes + 1)]);
    const { error } = await files.upload(`${adasId}/${otherNote.id}/1`, large);
    expect(error).toMatchObject({ statusCode: "413" });
  });

  it("attachments of a deleted note stay while it can be restored and are removed afterwards", async () => {
    const { note, path } = await attachFile();
    await deleteNote(ada.data, note.id);
    expect(await orphanedPaths(ada.data, note.id)).toEqual([path]);
    expect(await orphanedPaths(ada.data)).toEqual([]);
    await restoreNote(ada.data, note);
    expect(await orphanedPaths(ada.data, note.id)).toEqual([]);
    expect(await listAttachments(ada.data, note.id, signal)).toHaveLength(1);

    await deleteNote(ada.data, note.id);
    await removeAttachments(ada.files, await orphanedPaths(ada.data, note.id));
    expect(await orphanedPaths(ada.data, note.id)).toEqual([]);
    await expect(removeAttachments(ada.files, [path])).rejects.toThrow();
  });
});

describe("files", () => {
  it("an application cannot access files, whatever its scope", async () => {
    const { note, path } = await attachFile();
    const { data, files } = await authorizeApplication(ada, backend, "openid email profile phone");
    expect(await listAttachments(data, note.id, signal)).toEqual([]);
    expect((await files.from("attachments").download(path)).error).not.toBeNull();
    expect(
      (await files.from("avatars").upload(`${adasId}/its.webp`, picture)).error,
    ).not.toBeNull();
    expect((await files.from("avatars").list(adasId)).data).toEqual([]);
  });

  it("the token of a deleted account cannot upload files", async () => {
    const deletedUser = await signUp(backend, "gone");
    const id = await userIdOf(deletedUser);
    const note = await createNoteOf(deletedUser);
    await deletedUser.data.rpc("delete_account", { proof: await sessionOf(deletedUser) });
    expect((await deletedUser.auth.getUser()).error).not.toBeNull();
    expect(
      (await deletedUser.files.from("avatars").upload(`${id}/1.webp`, picture)).error,
    ).toMatchObject(forbidden);
    const path = `${id}/${note.id}/1`;
    expect((await deletedUser.files.from("attachments").upload(path, text)).error).toMatchObject(
      forbidden,
    );
  });
});

/** Signs in with the password, and returns the id of the session. */
async function sessionOf({ auth, email, password }: TestUser): Promise<string> {
  await auth.signInWithPassword({ email, password });
  return (await auth.getClaims()).data?.claims.session_id ?? "";
}
