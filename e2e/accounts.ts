import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Inbox } from "@portico/backend/testing";
import { userButton } from "./sign-in-form.ts";

/** A user with a confirmed address who is signed in. */
export interface Account {
  readonly email: string;
  readonly password: string;
  readonly session: Session;
}

interface Session {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
}

/** A note for {@link ServerApi.createNotes}. */
interface Note {
  readonly title: string;
  readonly body?: string;
  readonly pinned?: boolean;
}

/** Creates a journey's data through the server's API. */
export class ServerApi {
  readonly #url: string;
  readonly #inbox: Inbox;
  #key: Promise<string> | undefined;

  /** @param url the server's URL without a trailing slash */
  constructor(url: string, inbox: Inbox) {
    this.#url = url;
    this.#inbox = inbox;
  }

  /** Creates an account and confirms it with the code of the e-mail. */
  async createAccount(email: string, password = "correct horse battery"): Promise<Account> {
    await this.signUp(email, password);
    const { code } = await this.#inbox.next(email);
    const response = await this.#send("/auth/v1/verify", { type: "signup", email, token: code });
    const session: Session = await response.json();
    return { email, password, session };
  }

  /** Signs up without confirming the address. */
  async signUp(email: string, password: string): Promise<void> {
    await this.#send("/auth/v1/signup", { email, password });
  }

  /** Creates notes, one second apart, the oldest first. */
  async createNotes(account: Account, notes: readonly Note[]): Promise<void> {
    const start = Date.now() - notes.length * 1000;
    const rows = notes.map((note, index) => {
      const moment = new Date(start + index * 1000).toISOString();
      return { body: "", pinned: false, ...note, created_at: moment, updated_at: moment };
    });
    await this.#send("/rest/v1/notes", rows, account.session.access_token);
  }

  /** Creates a note and shares it with an address, which creates an invitation. */
  async shareNote(account: Account, note: Note, address: string): Promise<void> {
    const id = randomUUID();
    const token = account.session.access_token;
    await this.#send("/rest/v1/notes", { id, ...note }, token);
    await this.#send("/rest/v1/note_shares", { note_id: id, address }, token);
  }

  /** Starts linking an account of a provider, and returns the URL to open in the browser. */
  async linkUrl({ session }: Account, provider: string): Promise<string> {
    const path = `/auth/v1/user/identities/authorize?provider=${provider}&skip_http_redirect=true`;
    const headers = { Authorization: `Bearer ${session.access_token}` };
    const response = await fetch(`${this.#url}${path}`, { headers });
    const { url }: { url: string } = await response.json();
    return url;
  }

  async #send(path: string, body: unknown, token?: string): Promise<Response> {
    this.#key ??= this.#publishableKey();
    const key = await this.#key;
    const response = await fetch(`${this.#url}${path}`, {
      method: "POST",
      headers: {
        apikey: key,
        Authorization: `Bearer ${token ?? key}`,
        "Content-Type": "application/json",
      },
      body: JSON.stringify(body),
    });
    if (!response.ok)
      throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
    return response;
  }

  async #publishableKey(): Promise<string> {
    const response = await fetch(`${this.#url}/portico.json`);
    const { publishableKey }: { publishableKey: string } = await response.json();
    return publishableKey;
  }
}

/** Opens the product with a session in the URL, as a link in an e-mail does. */
export async function openSignedIn(page: Page, { session }: Account, path = "/"): Promise<void> {
  const fragment = new URLSearchParams({
    access_token: session.access_token,
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: "bearer",
    type: "signup",
  });
  await page.goto(`${path}#${fragment}`);
  // The page asks for confirmation, because the link was not requested in this browser.
  const signOut = userButton(page);
  const accept = page.getByRole("button", { name: "Continue", exact: true });
  await signOut.or(accept).first().waitFor();
  if (await accept.isVisible()) await accept.click();
  await signOut.waitFor();
}
