import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { authorizeApplication } from "../../test/application.ts";
import { startBackend, type TestBackend } from "../../test/backend.ts";
import { signUp } from "../../test/user.ts";
import { createNote, shareNote } from "../notes/queries/notes.ts";

let backend: TestBackend;

beforeAll(async () => {
  backend = await startBackend();
}, 60_000);

afterAll(() => backend?.stop());

/** Calls a database function with a token. */
async function call(name: string, token: string, body = {}) {
  const response = await fetch(`${backend.origin}/rest/v1/rpc/${name}`, {
    method: "POST",
    headers: {
      apikey: backend.publishableKey,
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

describe("the API", () => {
  it("the API exposes only the tables and functions that the page uses", async () => {
    const response = await fetch(`${backend.origin}/rest/v1/`, {
      headers: { apikey: backend.secretKey, Authorization: `Bearer ${backend.secretKey}` },
    });
    const { paths } = await response.json();
    expect(
      Object.keys(paths)
        .filter((path) => path !== "/")
        .sort(),
    ).toEqual([
      "/attachments",
      "/blocked_senders",
      "/note_shares",
      "/notes",
      "/rpc/answer_invitations",
      "/rpc/block_sender",
      "/rpc/delete_account",
      "/rpc/end_session",
      "/rpc/list_sessions",
      "/rpc/note_invitations",
      "/rpc/note_statistics",
    ]);
  });

  it("an application learns nothing from functions that its scopes do not cover", async () => {
    const [ada, ben] = [await signUp(backend, "ada"), await signUp(backend, "ben")];
    const note = await createNote(ada.data, { title: "Party", body: "", pinned: false });
    await shareNote(ada.data, note.id, [ben.email]);
    const { token, data } = await authorizeApplication(ben, backend, "openid");
    const path = `${crypto.randomUUID()}/1`;
    for (const [name, body] of Object.entries({
      proved_address: {},
      notes_shared_with_me: {},
      files_shared_with_me: {},
      by_application: {},
      has_required_aal: {},
      has_room: { bucket: "avatars", path },
      may_meet_at: { topic: `note:${note.id}:${ben.email}` },
      offers: {},
    })) {
      expect(await call(name, token, body), name).toMatchObject({ status: 404 });
    }
    const { data: invitation } = await ben.data.rpc("note_invitations");
    const share = invitation?.[0]?.id ?? "";
    expect(await call("note_invitations", token)).toEqual({ status: 200, text: "[]" });
    const decision = { shares: [share], accept: true };
    expect(await call("answer_invitations", token, decision)).toMatchObject({ status: 403 });
    expect(await call("block_sender", token, { share })).toMatchObject({ status: 403 });
    expect((await data.from("blocked_senders").select()).data).toEqual([]);
    expect(await call("managing_session", token)).toMatchObject({ status: 404 });
    expect(await call("list_sessions", token)).toEqual({ status: 200, text: "[]" });
    const { data: sessions } = await ben.data.rpc("list_sessions");
    const session = { session_id: sessions?.[0]?.id };
    expect(await call("end_session", token, session)).toMatchObject({ status: 403 });
  });

  it("no function of the API answers callers who are not signed in", async () => {
    const { publishableKey } = backend;
    for (const name of ["note_invitations", "note_statistics", "delete_account", "list_sessions"]) {
      const { status } = await call(name, publishableKey);
      expect([401, 404], name).toContain(status);
    }
  });
});
