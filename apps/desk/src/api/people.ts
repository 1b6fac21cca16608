import { call } from "./call.ts";
import type { Relation } from "./catalog.ts";
import type { RunAs } from "./rows.ts";

/** A user in the list. */
export interface ListedPerson {
  readonly id: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly isAnonymous: boolean;
  readonly name: string | null;
  readonly isConfirmed: boolean;
  readonly isBanned: boolean;
  readonly createdAt: string | null;
  readonly lastSignInAt: string | null;
}

export interface PeoplePage {
  readonly people: readonly ListedPerson[];
  readonly next: string | null;
  readonly total: { readonly count: number; readonly isExact: boolean } | null;
}

export type Metadata = Readonly<Record<string, unknown>>;

export interface Identity {
  readonly identity_id: string;
  readonly provider: string;
  readonly id: string;
  readonly email?: string;
  readonly last_sign_in_at?: string;
}

export interface Factor {
  readonly id: string;
  readonly friendly_name?: string;
  readonly factor_type: string;
  readonly status: string;
  readonly created_at: string;
}

/** A user as the auth wire describes it to administrators. */
export interface User {
  readonly id: string;
  readonly email: string;
  readonly phone: string;
  readonly role: string;
  readonly email_confirmed_at?: string;
  readonly phone_confirmed_at?: string;
  readonly invited_at?: string;
  readonly last_sign_in_at?: string;
  readonly created_at: string | null;
  readonly banned_until?: string;
  readonly is_anonymous: boolean;
  readonly app_metadata: Metadata;
  readonly user_metadata: Metadata;
  readonly identities: readonly Identity[];
  readonly factors?: readonly Factor[];
}

export interface Session {
  readonly id: string;
  readonly createdAt: string | null;
  readonly lastSeenAt: string | null;
  readonly expiresAt: string | null;
  readonly isExpired: boolean;
  readonly aal: string | null;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly application: string | null;
}

export interface Passkey {
  readonly id: string;
  readonly friendly_name: string;
  readonly created_at: string;
  readonly last_used_at?: string | null;
}

export interface Details {
  readonly user: User;
  readonly passkeys: readonly Passkey[];
  readonly sessions: readonly Session[];
  /** Of all sessions; the list has the latest. */
  readonly count: number;
}

export interface Belongings {
  readonly schema: string;
  readonly name: string;
  readonly column: string;
  readonly consequence: "deleted" | "kept without the user" | "refused";
  readonly rows: { readonly count: number; readonly isExact: boolean };
}

export const listPeople = (search: string, cursor: string | undefined, signal: AbortSignal) =>
  call<PeoplePage>(
    `/people?${new URLSearchParams({ search, limit: "50", ...(cursor && { cursor }) })}`,
    { signal },
  );

const path = (id: string) => `/people/${encodeURIComponent(id)}`;

export const getPerson = (id: string) => call<Details>(path(id));

export const getBelongings = (id: string) =>
  call<{ readonly belongings: readonly Belongings[] }>(`${path(id)}/belongings`);

export interface NewPerson {
  readonly email?: string;
  readonly phone?: string;
  readonly password?: string;
  readonly isConfirmed: boolean;
}

export const createPerson = (person: NewPerson) => call<User>("/people", { body: person });

export const invitePerson = (email: string) => call<User>("/people/invite", { body: { email } });

export interface PersonChange {
  readonly email?: string;
  readonly phone?: string;
  readonly password?: string;
  readonly confirmsEmail?: true;
  readonly confirmsPhone?: true;
  readonly banSeconds?: number;
  readonly userMetadata?: Metadata;
  readonly appMetadata?: Metadata;
}

export const changePerson = (id: string, change: PersonChange) =>
  call<User>(path(id), { body: change });

export const deletePerson = (id: string) => call<unknown>(`${path(id)}/delete`, { body: {} });

export type MessageRequest =
  | { readonly kind: "recovery" | "magic_link"; readonly email: string }
  | { readonly kind: "code"; readonly phone: string };

export const sendMessage = (message: MessageRequest) =>
  call<unknown>("/people/messages", { body: message });

export const makeLink = (email: string) =>
  call<{ readonly link: string; readonly opens: string }>("/people/link", { body: { email } });

export const endSessions = (id: string, session?: string) =>
  call<unknown>(`${path(id)}/sessions/end`, { body: session === undefined ? {} : { session } });

export const deleteFactor = (id: string, factor: string) =>
  call<unknown>(`${path(id)}/factors/delete`, { body: { factor } });

export const deletePasskey = (id: string, passkey: string) =>
  call<unknown>(`${path(id)}/passkeys/delete`, { body: { passkey } });

export const unlinkIdentity = (id: string, identity: string) =>
  call<unknown>(`${path(id)}/identities/unlink`, { body: { identity } });

interface Count {
  readonly rows: number;
  readonly isExact: boolean;
}

export interface VisibleRows {
  readonly schema: string;
  readonly name: string;
  readonly visible: Count | null;
  readonly refusal: string | null;
  readonly all: Count | null;
}

export const countRows = (
  relations: readonly Pick<Relation, "schema" | "name">[],
  as: RunAs,
  signal: AbortSignal,
) =>
  call<{ readonly counts: readonly VisibleRows[] }>("/rows/count", {
    body: { relations: relations.map(({ schema, name }) => ({ schema, name })), as },
    signal,
  });
