import { addressOf, nameOf, pictureOf } from "../session/display-name.ts";
import { readStorage, writeStorage } from "../storage.ts";
import type { Calls, Session } from "../supabase-types.ts";

/** The client methods that the account store calls. */
export interface AccountStoreClient {
  auth: Calls<"admin" | "getSession" | "onAuthStateChange" | "refreshSession" | "setSession">;
}

/** An account that this browser is signed in to. */
export interface KeptAccount {
  readonly id: string;
  /** The user's name, or an empty string. */
  readonly name: string;
  /** The e-mail address or the phone number; empty for a guest. */
  readonly address: string;
  /** The picture's URL, or an empty string. */
  readonly picture: string;
}

/** The accounts that this browser is signed in to. The client uses one of them. */
export interface AccountStore {
  /** Returns the accounts in the order in which they were added. Returns the same array until they change. */
  accounts(): readonly KeptAccount[];
  /** Calls the listener after each change, including changes in other tabs. Returns a function that unsubscribes it. */
  subscribe(listener: () => void): () => void;
  /** Stores every session of a client from now on. Returns a function that stops this. */
  follow(client: AccountStoreClient): () => void;
  /**
   * Replaces the session of a client with the stored session of another account. The previous session stays valid.
   *
   * @throws {Error} if the session has ended (then the account is removed), or if the server did not respond.
   */
  switchTo(client: AccountStoreClient, id: string): Promise<void>;
  /** Ends the stored session of an account that the client does not use, and removes it. */
  signOut(client: AccountStoreClient, id: string): Promise<void>;
}

export interface AccountStoreOptions {
  /** The key in the browser's `localStorage`. Default: "portico.accounts". */
  storageKey?: string;
  /** The maximum number of stored accounts. The oldest is removed first. Default: 5. */
  limit?: number;
}

interface StoredAccount extends KeptAccount {
  readonly access_token: string;
  readonly refresh_token: string;
}

/**
 * Creates a store for applications whose users switch between several accounts. Create it once, next to the client. It
 * keeps each account's tokens in `localStorage`, where the client keeps the current account's tokens by default.
 *
 * @example
 * export const accounts = createAccountStore();
 * accounts.follow(supabase);
 */
export function createAccountStore({
  storageKey = "portico.accounts",
  limit = 5,
}: AccountStoreOptions = {}): AccountStore {
  const listeners = new Set<() => void>();
  let stored: string | undefined;
  let parsed: readonly StoredAccount[] = [];
  let currentId: string | undefined;

  /** Returns the stored accounts. Reads the storage each time, because other tabs change it too. */
  function read(): readonly StoredAccount[] {
    const text = readStorage("localStorage", storageKey);
    if (text !== stored) {
      stored = text;
      parsed = parse(text);
    }
    return parsed;
  }

  function write(accounts: readonly StoredAccount[]) {
    writeStorage("localStorage", storageKey, accounts[0] && JSON.stringify(accounts));
    notifyListeners();
  }

  const notifyListeners = () => {
    for (const listener of [...listeners]) listener();
  };
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKey || event.key === null) notifyListeners();
  };

  function keep(session: Session) {
    const { user, access_token, refresh_token } = session;
    currentId = user.id;
    const account = {
      id: user.id,
      name: nameOf(user),
      address: addressOf(user),
      picture: pictureOf(user),
      access_token,
      refresh_token,
    };
    const accounts = read();
    const isKept = accounts.some(({ id }) => id === user.id);
    write(
      isKept
        ? accounts.map((item) => (item.id === user.id ? account : item))
        : [...accounts, account].slice(-limit),
    );
  }

  const remove = (id: string) => write(read().filter((account) => account.id !== id));
  const find = (id: string) => read().find((account) => account.id === id);

  return {
    accounts: read,
    subscribe(listener) {
      if (listeners.size === 0) addEventListener("storage", onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) removeEventListener("storage", onStorage);
      };
    },
    follow({ auth }) {
      const { data } = auth.onAuthStateChange((event, session) => {
        if (session) keep(session);
        else if (event === "SIGNED_OUT" && currentId) {
          remove(currentId);
          currentId = undefined;
        }
      });
      return () => data.subscription.unsubscribe();
    },
    async switchTo({ auth }, id) {
      const account = find(id);
      if (!account) return;
      const { data: previous } = await auth.getSession();
      // Do not use `setSession`, which would also sign out of the current account if the session has ended.
      const { error } = await auth.refreshSession({ refresh_token: account.refresh_token });
      if (!error) return;
      const { data: current } = await auth.getSession();
      // Some versions of the client discard the current session anyway, so restore it.
      if (previous.session && !current.session) await auth.setSession(previous.session);
      // A status of 4xx means that the server no longer has the session. Other errors are connection problems.
      const { status }: { status?: unknown } = error;
      if (typeof status !== "number" || status < 400 || status >= 500 || status === 429)
        throw error;
      remove(id);
      throw Object.assign(new Error(error.message), { code: "account_session_ended" });
    },
    async signOut({ auth }, id) {
      const account = find(id);
      if (!account) return;
      remove(id);
      // This fails if the access token has expired. The session then remains on the server, but its tokens are no
      // longer stored anywhere.
      await auth.admin.signOut(account.access_token, "local");
    },
  };
}

/** Parses and validates the stored accounts, because any script on the page may have written them. */
function parse(text: string | undefined): readonly StoredAccount[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.filter(isStoredAccount) : [];
  } catch {
    return [];
  }
}

function isStoredAccount(value: unknown): value is StoredAccount {
  const account: Record<string, unknown> = Object(value);
  return ["id", "name", "address", "picture", "access_token", "refresh_token"].every(
    (key) => typeof account[key] === "string",
  );
}
