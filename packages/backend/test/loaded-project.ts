import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { AuthClient } from "@supabase/auth-js";
import { PostgrestClient } from "@supabase/postgrest-js";
import { StorageClient } from "@supabase/storage-js";
import { expect } from "vitest";

const secretKey = `sb_secret_${randomBytes(16).toString("hex")}`;

/** The files of a project whose data can be checked for completeness. */
export const loadedProject = {
  "supabase/config.toml": `
    [api]
    max_rows = 1000000
    [auth]
    secret_key = "${secretKey}"
    [storage.buckets.kept]`,
  "supabase/migrations/1_pairs.sql": `
    create table lefts (id int primary key);
    create table rights (id int primary key);
    grant all on lefts, rights to service_role;
    create function pair(n int) returns void language sql as $$
      insert into lefts values (n);
      insert into rights values (n);
    $$;`,
};

const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}` };
const filesOf = (origin: string) => new StorageClient(`${origin}/storage/v1`, headers).from("kept");
const dataOf = (origin: string) => new PostgrestClient(`${origin}/rest/v1`, { headers });
const authOf = (origin: string) =>
  new AuthClient({
    url: `${origin}/auth/v1`,
    headers,
    autoRefreshToken: false,
    persistSession: false,
  });

/** Records all writes that the server has confirmed. */
export class Ledger {
  readonly pairs = new Set<number>();
  readonly files = new Map<string, Buffer>();
  #lastNumber = 0;

  /** Returns a copy of its current content. */
  snapshot(): Pick<Ledger, "pairs" | "files"> {
    return { pairs: new Set(this.pairs), files: new Map(this.files) };
  }

  clear(): void {
    this.pairs.clear();
    this.files.clear();
  }

  /** Writes rows and files, and removes files, until the returned function is called or the server has ended. */
  write(origin: string): () => Promise<void> {
    let isStopped = false;
    const loop = async (work: (number: number) => Promise<{ readonly error: unknown }>) => {
      while (!isStopped) {
        const { error } = await work(++this.#lastNumber).catch((error: unknown) => ({ error }));
        if (error) return;
        // Leave the server some time for other requests, such as backups.
        await sleep(5);
      }
    };
    const files = filesOf(origin);
    const writePair = async (number: number) => {
      const result = await dataOf(origin).rpc("pair", { n: number });
      if (!result.error) this.pairs.add(number);
      return result;
    };
    const writing = Promise.all([
      loop(writePair),
      loop(writePair),
      loop(async (number) => {
        const [name, content] = [`kept-${number}`, randomBytes(50_000)];
        const result = await files.upload(name, content);
        if (!result.error) this.files.set(name, content);
        return result;
      }),
      loop(async (number) => {
        const { error } = await files.upload(`gone-${number}`, randomBytes(50_000));
        return error ? { error } : files.remove([`gone-${number}`]);
      }),
    ]);
    return async () => {
      isStopped = true;
      await writing;
    };
  }
}

/** Checks that a restored project contains everything that was confirmed when its backup started. */
export async function compare(origin: string, confirmed: Pick<Ledger, "pairs" | "files">) {
  const data = dataOf(origin);
  const ids = async (table: string) => {
    const { data: rows } = await data.from(table).select("id").order("id");
    return new Set((rows as { id: number }[]).map(({ id }) => id));
  };
  const [lefts, rights] = [await ids("lefts"), await ids("rights")];
  expect(lefts).toEqual(rights);
  expect([...confirmed.pairs].filter((id) => !lefts.has(id))).toEqual([]);
  const files = filesOf(origin);
  const names = new Set<string>();
  for (let isFull = true; isFull; ) {
    // A list returns at most 1,500 names.
    const page = { limit: 1_000, offset: names.size };
    const { data: entries, error } = await files.list("", page);
    expect(error).toBeNull();
    for (const { name } of entries ?? []) names.add(name);
    isFull = entries?.length === page.limit;
  }
  expect([...confirmed.files.keys()].filter((name) => !names.has(name))).toEqual([]);
  const compareFile = async (name: string) => {
    const { data: blob, error } = await files.download(name);
    expect([name, error]).toEqual([name, null]);
    const content = confirmed.files.get(name);
    if (content) expect(content.equals(Buffer.from(await (blob as Blob).arrayBuffer()))).toBe(true);
  };
  const remaining = [...names];
  while (remaining.length > 0) await Promise.all(remaining.splice(0, 20).map(compareFile));
}

/** Signs a user up, and returns the refresh token for another client. */
export async function signUp(origin: string): Promise<string> {
  const person = { email: "ada@example.com", password: "correct horse battery" };
  const { data, error } = await authOf(origin).signUp(person);
  expect(error).toBeNull();
  return data.session?.refresh_token ?? "";
}

/** Refreshes a session, and returns its user's e-mail address. */
export async function resumeSession(
  origin: string,
  refreshToken: string,
): Promise<string | undefined> {
  const { data } = await authOf(origin).refreshSession({ refresh_token: refreshToken });
  return data.user?.email;
}
