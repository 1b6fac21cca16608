import { randomUUID } from "node:crypto";
import {
  createClient,
  type SupabaseClient,
  type SupabaseClientOptions,
} from "@supabase/supabase-js";
import { WebSocket } from "ws";
import type { RunningServer } from "../../src/server/server.ts";
import { Inbox } from "../../src/testing/inbox.ts";
import { memoryStorage } from "../../src/testing/memory-storage.ts";
import { silentLog } from "../auth/auth-fixture.ts";
import { startTestServer } from "../servers/test-server.ts";

export const password = "correct horse battery";

/** A running project, and the unmodified client of supabase-js for its users. */
export interface CapabilityProject {
  readonly server: RunningServer;
  readonly inbox: Inbox;
  /** The client with the secret key. */
  readonly admin: SupabaseClient;
  /** Returns a client with the publishable key. */
  client(options?: SupabaseClientOptions<"public">): SupabaseClient;
  /** Returns the client of a user who has just signed up and confirmed the address. */
  person(options?: SupabaseClientOptions<"public">): Promise<Person>;
  close(): Promise<void>;
}

export interface Person {
  readonly client: SupabaseClient;
  readonly email: string;
  readonly id: string;
}

/** Starts the server of one test file with these files of a project. */
export async function startCapabilityProject(
  files: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<CapabilityProject> {
  // On a PostgreSQL server, the inbox and the sandbox are closed unless they are exposed.
  const expose = { inbox: true, sandbox: true };
  const server = await startTestServer(files, { log: silentLog, env, expose });
  const clients: SupabaseClient[] = [];
  const create = (key: string, options: SupabaseClientOptions<"public"> = {}) => {
    const client = createClient(server.origin, key, {
      ...options,
      auth: {
        storage: memoryStorage(),
        autoRefreshToken: false,
        storageKey: randomUUID(),
        detectSessionInUrl: false,
        experimental: { passkey: true, recoveryCodes: true },
        ...options.auth,
      },
      realtime: { transport: WebSocket as never, ...options.realtime },
    });
    clients.push(client);
    return client;
  };
  const inbox = new Inbox(server.origin);
  const client = (options?: SupabaseClientOptions<"public">) =>
    create(server.keys.publishable, options);
  return {
    server,
    inbox,
    client,
    admin: create(server.keys.secret, { auth: { persistSession: false } }),
    person: async (options) => {
      const newClient = client(options);
      const email = `${randomUUID()}@example.com`;
      const { error } = await newClient.auth.signUp({ email, password });
      if (error) throw error;
      const token = await inbox.latestCode(email);
      const { data, error: refusal } = await newClient.auth.verifyOtp({
        email,
        token,
        type: "signup",
      });
      if (refusal || !data.user) throw refusal ?? new Error("The user was not returned.");
      return { client: newClient, email, id: data.user.id };
    },
    close: async () => {
      for (const one of clients) {
        await one.removeAllChannels();
        await one.auth.stopAutoRefresh();
      }
      await server.close();
    },
  };
}

/** The data of a successful response. */
type DataOf<Response> = Response extends { error: null; data: infer Data }
  ? NonNullable<Data>
  : never;

/** Returns the data of a response. @throws the client's error */
export function dataOf<Response extends { readonly data: unknown; readonly error: unknown }>(
  response: Response,
): DataOf<Response> {
  if (response.error) throw response.error;
  if (response.data === null || response.data === undefined) throw new Error("There is no data.");
  return response.data as DataOf<Response>;
}
