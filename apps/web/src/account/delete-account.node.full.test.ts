import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { authorizeApplication } from "../../test/application.ts";
import { startBackend, type TestBackend } from "../../test/backend.ts";
import {
  authClient,
  filesClient,
  signInAsGuest,
  signUp,
  type TestUser,
  userIdOf,
} from "../../test/user.ts";
import { createNote } from "../notes/queries/notes.ts";
import { deleteAccount } from "./delete-account.ts";
import { removeAllFiles } from "./remove-all-files.ts";

let backend: TestBackend;

beforeAll(async () => {
  backend = await startBackend();
}, 60_000);

afterAll(() => backend?.stop());

/** Deletes an account in the same way as the account page. */
async function remove(user: TestUser, password: string, clientAddress?: string): Promise<void> {
  const { data } = await user.auth.getUser();
  if (!data.user) throw new Error("Nobody is signed in.");
  const temporaryAuth = authClient(
    backend,
    clientAddress ? { "X-Forwarded-For": clientAddress } : {},
  );
  const { id } = data.user;
  const removeFiles = () => removeAllFiles(user, id);
  return deleteAccount({ data: user.data, temporaryAuth, removeFiles }, data.user, password);
}

const accountExists = async ({ auth }: TestUser) => (await auth.getUser()).data.user !== null;

/** Sends requests with the secret key, which bypasses row-level security. */
const withSecretKey: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set("Authorization", `Bearer ${backend.secretKey}`);
  return fetch(input, { ...init, headers });
};

/** Returns the status of a call and its error's hint. */
async function errorOf(
  call: PromiseLike<{ status: number; error: { hint: string | null } | null }>,
) {
  const { status, error } = await call;
  return [status, error?.hint];
}

/** Signs in with the password and returns the id of the session. */
async function createSession({ email, password }: TestUser) {
  const auth = authClient(backend);
  await auth.signInWithPassword({ email, password });
  const { data } = await auth.getClaims();
  return data?.claims.session_id ?? "";
}

const wrongPassword = expect.objectContaining({ code: "current_password_invalid" });

describe("deleting an account", () => {
  it("an account is deleted only with its password", async () => {
    const user = await signUp(backend, "password");
    await expect(remove(user, "a guess")).rejects.toEqual(wrongPassword);
    await expect(remove(user, "")).rejects.toEqual(wrongPassword);
    expect(await accountExists(user)).toBe(true);
    await remove(user, user.password);
    expect(await accountExists(user)).toBe(false);
    expect(await errorOf(user.data.rpc("delete_account", {}))).toEqual([401, "session_not_found"]);
  });

  it("deleting an account removes its files, and a wrong password removes none", async () => {
    const user = await signUp(backend, "files");
    const id = await userIdOf(user);
    const { id: note } = await createNote(user.data, { title: "a", body: "", pinned: false });
    const avatars = user.files.from("avatars");
    const attachments = user.files.from("attachments");
    const picture = new Blob(["picture"], { type: "image/webp" });
    const paths = [`${id}/1.webp`, `${id}/${note}/1`, `${id}/${note}/2`] as const;
    await avatars.upload(paths[0], picture);
    for (const path of paths.slice(1)) await attachments.upload(path, new Blob(["text"]));
    const { publicUrl } = avatars.getPublicUrl(paths[0]).data;

    await expect(remove(user, "a guess")).rejects.toEqual(wrongPassword);
    expect((await fetch(publicUrl)).status).toBe(200);
    expect((await attachments.list(`${id}/${note}`)).data).toHaveLength(2);
    await remove(user, user.password);
    expect((await fetch(publicUrl)).status).toBe(400);
    const allFiles = filesClient(backend, withSecretKey);
    for (const [bucket, folder] of [
      ["avatars", id],
      ["attachments", `${id}/${note}`],
    ] as const) {
      expect((await allFiles.from(bucket).list(folder)).data).toEqual([]);
    }
    expect(await accountExists(user)).toBe(false);
  });

  it("deleting an account limits the attempts to guess its password", async () => {
    const user = await signUp(backend, "guessed");
    const codes = [];
    for (let count = 0; count < 40; count++) {
      const attempt = remove(user, `guess ${count}`, "203.0.113.7");
      codes.push(
        await attempt.then(
          () => "deleted",
          ({ code }) => code,
        ),
      );
    }
    expect(codes.slice(0, 30)).toEqual(Array(30).fill("current_password_invalid"));
    expect(codes.slice(31)).toEqual(Array(9).fill("over_request_rate_limit"));
    // The function has no password parameter.
    const { status } = await user.data.rpc("delete_account", { password: "a guess" } as object);
    expect(status).toBe(404);
  }, 60_000);

  it("delete_account accepts as proof only a session that the user's own password opened", async () => {
    const [user, other] = [await signUp(backend, "victim"), await signUp(backend, "other")];
    const ownSession = (await user.auth.getClaims()).data?.claims.session_id ?? "";
    for (const proof of [await createSession(other), ownSession, crypto.randomUUID()]) {
      expect(await errorOf(user.data.rpc("delete_account", { proof }))).toEqual([
        403,
        "current_password_invalid",
      ]);
    }
    const proof = await createSession(user);
    expect(await errorOf(other.data.rpc("delete_account", { proof }))).toEqual([
      403,
      "current_password_invalid",
    ]);
    expect(await errorOf(user.data.rpc("delete_account", { proof }))).toEqual([204, undefined]);
  });

  it("an application cannot delete the account, whatever its scope", async () => {
    const user = await signUp(backend, "application");
    for (const scope of ["email", "openid email profile phone"]) {
      const { data } = await authorizeApplication(user, backend, scope);
      const proof = await createSession(user);
      for (const args of [{}, { proof }]) {
        expect(await errorOf(data.rpc("delete_account", args))).toEqual([403, "no_authorization"]);
      }
    }
    expect(await accountExists(user)).toBe(true);
  });

  it("an account without a password is deleted without one after a recent sign-in", async () => {
    const visitor = await signInAsGuest(backend);
    await remove(visitor, "");
    expect(await accountExists(visitor)).toBe(false);
    // A browser can fill in the password of another account.
    const other = await signInAsGuest(backend);
    await remove(other, "filled in");
    expect(await accountExists(other)).toBe(false);
  });
});
