import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { AuthClient } from "@supabase/auth-js";
import { StorageClient } from "@supabase/storage-js";
import type { Interceptors } from "../../src/server/interceptors.ts";
import { type RunningServer, startServer } from "../../src/server/server.ts";
import { memoryStorage } from "../../src/testing/memory-storage.ts";
import { silentLog } from "../auth/auth-fixture.ts";
import { makeTestStorage } from "../databases/test-database.ts";
import { temporaryFolder } from "../project-folder.ts";

/** A user with the official client. */
export class Person extends StorageClient {
  readonly id: string;
  readonly token: string;

  constructor(server: RunningServer, token: string, id = "") {
    const headers = { apikey: server.keys.publishable, authorization: `Bearer ${token}` };
    super(`${server.origin}/storage/v1`, headers);
    this.id = id;
    this.token = token;
  }
}

/** A server with buckets and two users, who each have a private folder in them. */
export interface StorageServer {
  readonly server: RunningServer;
  /** The URL of the wire. */
  readonly url: string;
  /** The directory that contains the content of the files. */
  readonly files: string;
  /** The client of a caller with the secret key. */
  readonly admin: Person;
  readonly ada: Person;
  readonly mallory: Person;
  signUp(email: string): Promise<Person>;
  /** Returns the number of stored files, and of files that are being written. */
  fileCount(): Promise<number>;
  close(): Promise<void>;
}

const config = (fileSizeLimit: string) => `
  [storage]
  file_size_limit = "${fileSizeLimit}"
  [storage.buckets.private]
  [storage.buckets.public]
  public = true
  [storage.buckets.pictures]
  allowed_mime_types = ["image/png"]
  file_size_limit = "10KiB"
  [storage.buckets.seeded]
  public = true
  objects_path = "./pictures"
  [auth.email]
  enable_confirmations = false`;

const ownFolders = `
  create policy own on storage.objects for all to authenticated
    using (bucket_id in ('private', 'pictures') and (storage.foldername(name))[1] = auth.uid()::text)
    with check (bucket_id in ('private', 'pictures') and (storage.foldername(name))[1] = auth.uid()::text);`;

/** @param options.policies SQL that is added to the policies for the users' own folders */
export async function startStorageServer({
  policies = "",
  fileSizeLimit = "1MiB",
  env,
  interceptors,
}: {
  readonly policies?: string;
  readonly fileSizeLimit?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly interceptors?: Interceptors;
} = {}): Promise<StorageServer> {
  const folder = await temporaryFolder({
    "supabase/config.toml": config(fileSizeLimit),
    "supabase/pictures/a folder/hello.txt": "hello",
    "supabase/migrations/1_policies.sql": ownFolders + policies,
  });
  const database = await makeTestStorage();
  const directory = join(folder.path, ".portico");
  const files = join(directory, "files");
  // With a database in memory, the server would keep files in a folder even if `env` configures a store.
  const persistentStorage = "url" in database.storage ? database.storage : { directory };
  const server = await startServer({
    project: folder.path,
    host: "127.0.0.1",
    port: 0,
    log: silentLog,
    ...(interceptors && { interceptors }),
    ...(env ? { env, storage: persistentStorage } : { env: {}, files, storage: database.storage }),
  });

  const signUp = async (email: string) => {
    const auth = new AuthClient({
      url: `${server.origin}/auth/v1`,
      headers: { apikey: server.keys.publishable },
      storage: memoryStorage(),
      autoRefreshToken: false,
    });
    const { data } = await auth.signUp({ email, password: "correct horse" });
    return new Person(server, data.session?.access_token ?? "", data.user?.id);
  };

  return {
    server,
    files,
    signUp,
    url: `${server.origin}/storage/v1`,
    admin: new Person(server, server.keys.secret),
    ada: await signUp("ada@example.com"),
    mallory: await signUp("mallory@example.com"),
    fileCount: async () => {
      const entries = await readdir(files, { recursive: true, withFileTypes: true });
      const isContent = (path: string) => !path.startsWith(join(files, "unfinished"));
      return entries.filter((entry) => entry.isFile() && isContent(entry.parentPath)).length;
    },
    close: async () => {
      await server.close();
      await database.drop();
      await folder.remove();
    },
  };
}
