import type { VisibleRows } from "../../../../packages/backend/src/desk/rows/count.ts";
import type {
  SessionRow as Session,
  UserReferences,
} from "../../../../packages/backend/src/desk/users/details.ts";
import type { ListedUser, UsersPage } from "../../../../packages/backend/src/desk/users/list.ts";
import { call } from "./call.ts";
import type { Relation } from "./catalog.ts";
import type { RunAs } from "./rows.ts";

export type { ListedUser, Session, UserReferences, VisibleRows };

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

export interface Passkey {
  readonly id: string;
  readonly friendly_name: string;
  readonly created_at: string;
  readonly last_used_at?: string | null;
}

export interface UserDetails {
  readonly user: User;
  readonly passkeys: readonly Passkey[];
  readonly sessions: readonly Session[];
  /** The number of all sessions; `sessions` has only the latest. */
  readonly count: number;
}

export const listUsers = (search: string, cursor: string | undefined, signal: AbortSignal) =>
  call<UsersPage>(
    `/people?${new URLSearchParams({ search, limit: "50", ...(cursor && { cursor }) })}`,
    { signal },
  );

const userPath = (id: string) => `/people/${encodeURIComponent(id)}`;

export const getUser = (id: string) => call<UserDetails>(userPath(id));

export const getUserReferences = (id: string) =>
  call<{ readonly belongings: readonly UserReferences[] }>(`${userPath(id)}/belongings`);

export interface NewUser {
  readonly email?: string;
  readonly phone?: string;
  readonly password?: string;
  readonly isConfirmed: boolean;
}

export const createUser = (user: NewUser) => call<User>("/people", { body: user });

export const inviteUser = (email: string) => call<User>("/people/invite", { body: { email } });

export interface UserChange {
  readonly email?: string;
  readonly phone?: string;
  readonly password?: string;
  readonly confirmsEmail?: true;
  readonly confirmsPhone?: true;
  readonly banSeconds?: number;
  readonly userMetadata?: Metadata;
  readonly appMetadata?: Metadata;
}

export const updateUser = (id: string, change: UserChange) =>
  call<User>(userPath(id), { body: change });

export const deleteUser = (id: string) => call<unknown>(`${userPath(id)}/delete`, { body: {} });

export type MessageRequest =
  | { readonly kind: "recovery" | "magic_link"; readonly email: string }
  | { readonly kind: "code"; readonly phone: string };

export const sendMessage = (message: MessageRequest) =>
  call<unknown>("/people/messages", { body: message });

export const createLink = (email: string) =>
  call<{ readonly link: string; readonly opens: string }>("/people/link", { body: { email } });

export const endSessions = (id: string, session?: string) =>
  call<unknown>(`${userPath(id)}/sessions/end`, {
    body: session === undefined ? {} : { session },
  });

export const deleteFactor = (id: string, factor: string) =>
  call<unknown>(`${userPath(id)}/factors/delete`, { body: { factor } });

export const deletePasskey = (id: string, passkey: string) =>
  call<unknown>(`${userPath(id)}/passkeys/delete`, { body: { passkey } });

export const unlinkIdentity = (id: string, identity: string) =>
  call<unknown>(`${userPath(id)}/identities/unlink`, { body: { identity } });

export const countRows = (
  relations: readonly Pick<Relation, "schema" | "name">[],
  as: RunAs,
  signal: AbortSignal,
) =>
  call<{ readonly counts: readonly VisibleRows[] }>("/rows/count", {
    body: { relations: relations.map(({ schema, name }) => ({ schema, name })), as },
    signal,
  });
