import {
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBackend, type TestBackend } from "../../test/backend.ts";
import { canJoin, tokenOf } from "../../test/live.ts";
import { addSecondFactor, signInAgain } from "../../test/second-factor.ts";
import { signUp, type TestUser, userIdOf } from "../../test/user.ts";
import { listAttachments, orphanedPaths } from "../notes/attachments/attachments.ts";
import {
  changeNote,
  createNote,
  deleteNote,
  endShares,
  findNote,
  isGone,
  listNotes,
  noteStatistics,
  shareNote,
} from "../notes/queries/notes.ts";
import {
  answerInvitations,
  blockSender,
  listBlockedSenders,
  listInvitations,
} from "../notes/sharing/invitations.ts";
import type { NoteRow } from "./schema.ts";

const signal = new AbortController().signal;
const firstPage = { search: "", sort: "changed", page: 1 } as const;
const text = new Blob(["text"], { type: "text/plain" });
const picture = new Blob(["picture"], { type: "image/webp" });
const draft = { title: "Diary", body: "Secret", pinned: false };
const forbidden = { code: "42501" };

let backend: TestBackend;
let ada: TestUser;
let adasId: string;
/** Ada's session, in which she has not confirmed her second factor. */
let unverifiedAda: TestUser;
let ben: TestUser;
/** Ada's note with a file, shared with Ben, and her picture. */
let note: NoteRow;
let path: string;
let share: string;

beforeAll(async () => {
  backend = await startBackend();
  [ada, ben] = [await signUp(backend, "ada"), await signUp(backend, "ben")];
  adasId = await userIdOf(ada);
  const factor = await addSecondFactor(ada);
  unverifiedAda = await signInAgain(backend, ada);

  // A confirmed session has full access.
  note = await createNote(ada.data, draft);
  path = `${adasId}/${note.id}/1`;
  for (const [bucket, name, file] of [
    ["attachments", path, text],
    ["avatars", `${adasId}/1.webp`, picture],
  ] as const) {
    expect((await ada.files.from(bucket).upload(name, file)).error).toBeNull();
  }
  await shareNote(ada.data, note.id, [ben.email]);
  share = (await findNote(ada.data, note.id, signal))?.shares[0]?.id ?? "";

  const confirmed = await signInAgain(backend, ada);
  expect(await findNote(confirmed.data, note.id, signal)).toBeNull();
  await factor.confirm(confirmed.auth);
  expect(await findNote(confirmed.data, note.id, signal)).toMatchObject(draft);
}, 60_000);

afterAll(() => backend?.stop());

describe("a session by the password alone of an account with a second factor", () => {
  it("a session without the second factor cannot read, change, share or delete notes", async () => {
    const { data } = unverifiedAda;
    expect(await findNote(data, note.id, signal)).toBeNull();
    expect(await listNotes(data, firstPage, signal)).toEqual({ notes: [], total: 0 });
    expect(await noteStatistics(data, signal)).toMatchObject({ total: 0 });
    expect(await listAttachments(data, note.id, signal)).toEqual([]);
    expect(await orphanedPaths(data)).toEqual([]);
    expect((await data.from("note_shares").select("id")).data).toEqual([]);
    await expect(createNote(data, draft)).rejects.toMatchObject(forbidden);
    await expect(changeNote(data, note.id, { body: "" })).rejects.toSatisfy(isGone);
    await expect(shareNote(data, note.id, ["x@example.com"])).rejects.toMatchObject(forbidden);
    await endShares(data, [share]);
    await deleteNote(data, note.id);
    expect(await findNote(ada.data, note.id, signal)).toMatchObject({
      ...draft,
      shares: [{ id: share, address: ben.email }],
    });
  });

  it("a session without the second factor cannot list, answer or block invitations", async () => {
    const bensNote = await createNote(ben.data, draft);
    await shareNote(ben.data, bensNote.id, [ada.email]);
    const [invitation] = await listInvitations(ada.data, signal);
    const ids = [invitation?.id ?? ""];
    expect(await listInvitations(unverifiedAda.data, signal)).toEqual([]);
    await expect(answerInvitations(unverifiedAda.data, ids, true)).rejects.toMatchObject(forbidden);
    await expect(blockSender(unverifiedAda.data, ids[0] ?? "")).rejects.toMatchObject(forbidden);
    await blockSender(ada.data, ids[0] ?? "");
    expect(await listBlockedSenders(unverifiedAda.data, signal)).toEqual([]);
    expect(await listBlockedSenders(ada.data, signal)).toMatchObject([{ address: ben.email }]);
  });

  it("a session without the second factor cannot list or end sessions", async () => {
    expect((await unverifiedAda.data.rpc("list_sessions")).data).toEqual([]);
    const { data: sessions } = await ada.data.rpc("list_sessions");
    expect(sessions?.filter(({ is_current }) => is_current)).toHaveLength(1);
    const session_id = sessions?.find(({ is_current }) => is_current)?.id ?? "";
    const { error } = await unverifiedAda.data.rpc("end_session", { session_id });
    expect(error).toMatchObject(forbidden);
    expect((await ada.data.rpc("list_sessions")).data).toHaveLength(sessions?.length ?? 0);
  });

  it("a session without the second factor cannot read, write or delete files", async () => {
    for (const [bucket, name, file] of [
      ["attachments", path, text],
      ["avatars", `${adasId}/1.webp`, picture],
    ] as const) {
      const files = unverifiedAda.files.from(bucket);
      expect((await files.list(adasId)).data).toEqual([]);
      expect((await files.createSignedUrl(name, 60)).error).not.toBeNull();
      expect((await files.createSignedUploadUrl(`${name}2`)).error).not.toBeNull();
      expect((await files.upload(`${name}2`, file)).error).not.toBeNull();
      expect((await files.update(name, file)).error).not.toBeNull();
      expect((await files.move(name, `${name}2`)).error).not.toBeNull();
      expect((await files.copy(name, `${name}2`)).error).not.toBeNull();
      expect((await files.remove([name])).data).toEqual([]);
    }
    expect((await unverifiedAda.files.from("attachments").download(path)).error).not.toBeNull();
    expect((await ada.files.from("attachments").download(path)).error).toBeNull();
  });

  it("a session without the second factor cannot start a resumable upload", async () => {
    const encoded = (value: string) => Buffer.from(value).toString("base64");
    const response = await fetch(`${backend.origin}/storage/v1/upload/resumable`, {
      method: "POST",
      headers: {
        apikey: backend.publishableKey,
        Authorization: `Bearer ${await tokenOf(unverifiedAda)}`,
        "Tus-Resumable": "1.0.0",
        "Upload-Length": "4",
        "Upload-Metadata": `bucketName ${encoded("attachments")},objectName ${encoded(`${path}2`)}`,
      },
    });
    expect(response.status).toBe(403);
  });

  it("a session without the second factor cannot read, write or delete files by S3", async () => {
    const client = async (user: TestUser) =>
      new S3Client({
        endpoint: `${backend.origin}/storage/v1/s3`,
        region: "local",
        forcePathStyle: true,
        credentials: {
          accessKeyId: "project-ref",
          secretAccessKey: backend.publishableKey,
          sessionToken: await tokenOf(user),
        },
        maxAttempts: 1,
      });
    const destination = { Bucket: "attachments", Key: path };
    const [unverifiedClient, verifiedClient] = [await client(unverifiedAda), await client(ada)];
    const objects = await unverifiedClient.send(
      new ListObjectsV2Command({ Bucket: "attachments" }),
    );
    expect(objects.KeyCount).toBe(0);
    await expect(unverifiedClient.send(new GetObjectCommand(destination))).rejects.toMatchObject({
      name: "NoSuchKey",
    });
    const upload = new PutObjectCommand({ ...destination, Body: "mine" });
    await expect(unverifiedClient.send(upload)).rejects.toMatchObject({ name: "AccessDenied" });
    const parts = new CreateMultipartUploadCommand(destination);
    await expect(unverifiedClient.send(parts)).rejects.toMatchObject({ name: "AccessDenied" });
    await unverifiedClient.send(new DeleteObjectCommand(destination)).catch(() => {});
    const { Body } = await verifiedClient.send(new GetObjectCommand(destination));
    expect(await Body?.transformToString()).toBe("text");
  });

  it("a session without the second factor cannot join a channel", async () => {
    for (const topic of [`changes:${adasId}`, `note:${note.id}:${ada.email}`]) {
      expect(await canJoin(backend, unverifiedAda, topic), topic).toBe(false);
      expect(await canJoin(backend, ada, topic), topic).toBe(true);
    }
    // Policies do not apply to a public channel.
    expect(await canJoin(backend, unverifiedAda, "anything", {})).toBe(false);
  });
});
