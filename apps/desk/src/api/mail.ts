import { call } from "./call.ts";

interface Address {
  readonly Name: string;
  readonly Address: string;
}

/** A message as the inbox describes it, in the format of Mailpit. */
export interface MessageSummary {
  readonly ID: string;
  readonly From: Address;
  readonly To: readonly Address[];
  readonly Subject: string;
  readonly Created: string;
  readonly Read: boolean;
  readonly Snippet: string;
  readonly Channel: "email" | "sms";
  readonly Kind: string;
  readonly Link: string;
  readonly Code: string;
}

export interface Message extends Omit<MessageSummary, "Created" | "Read" | "Snippet"> {
  readonly Date: string;
  readonly Text: string;
  readonly HTML: string;
}

export interface MessageList {
  readonly total: number;
  readonly unread: number;
  /** The number of messages that match the search. */
  readonly messages_count: number;
  readonly messages: readonly MessageSummary[];
}

export const listMail = (search: string, limit: number, signal: AbortSignal) =>
  call<MessageList>(`/mail?${new URLSearchParams({ search, limit: String(limit) })}`, { signal });

const messagePath = (id: string) => `/mail/${encodeURIComponent(id)}`;

export const getMessage = (id: string) => call<Message>(messagePath(id));

export const getSource = (id: string) =>
  call<{
    readonly source: string;
    readonly headers: Readonly<Record<string, readonly string[]>>;
  }>(`${messagePath(id)}/source`);

export const viewMessage = (id: string, loadsPictures: boolean) =>
  call<{ readonly url: string }>(`${messagePath(id)}/view`, { body: { loadsPictures } });

export const deleteMail = (ids?: readonly string[]) =>
  call<unknown>("/mail/delete", { body: ids ? { ids } : {} });

/** Calls `onChange` when a message arrives or changes. Returns a function that ends the subscription. */
export function subscribeToMail(onChange: () => void): () => void {
  const events = new EventSource("/inbox/api/events");
  for (const name of ["ready", "new", "change"]) events.addEventListener(name, onChange);
  return () => events.close();
}
