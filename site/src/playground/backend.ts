import type { BrowserBackend } from "@portico/backend/browser";

/** The part of the backend that the playground uses. */
export type Backend = Pick<
  BrowserBackend,
  "url" | "publishableKey" | "secretKey" | "fetch" | "visit"
>;

/** Responds to each request with an error until the backend runs. */
export const stoppedBackend: Backend = {
  url: "http://localhost:54321",
  publishableKey: "none",
  secretKey: "none",
  async fetch() {
    const message = "The backend does not run yet. Press “Start the backend”, and try again.";
    return Response.json({ code: "unexpected_failure", msg: message }, { status: 400 });
  },
  async visit(url) {
    return { url, page: undefined };
  },
};

/** The database snapshot that the site's build creates (`scripts/site.mjs`). */
const snapshotUrl = new URL("./database.tar.gz", import.meta.url);

/** Downloads and starts the backend: several megabytes, most of them PostgreSQL. */
export async function startBackend(): Promise<Backend> {
  const snapshotRequest = fetchSnapshot();
  // Zod would otherwise test whether the page's policy allows `new Function` (`z.config`).
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
  const { startBackend: start } = await import("@portico/backend/browser");
  return start({
    files: {
      "config.toml": createConfig(new URL(location.pathname, location.origin)),
      "migrations/1_notes.sql": notes,
    },
    data: "memory",
    ...(await snapshotRequest),
  });
}

/** Without the snapshot, starting takes longer but still succeeds. */
async function fetchSnapshot(): Promise<{ snapshot?: Blob }> {
  try {
    const response = await fetch(snapshotUrl);
    return response.ok ? { snapshot: await response.blob() } : {};
  } catch {
    return {};
  }
}

/** Returns the project's configuration. The sandbox answers in place of the real providers. */
function createConfig(page: URL): string {
  const providers = ["github", "google", "azure", "apple", "discord", "gitlab"];
  return `
[auth]
site_url = "${page}"
enable_anonymous_sign_ins = true

[auth.email]
enable_confirmations = true
max_frequency = "1s"
${providers.map((name) => `\n[auth.external.${name}]\nenabled = true\n`).join("")}`;
}

/** A table to explore in the desk: each account gets a note that only its owner sees. */
const notes = `
create table notes (
  id bigint generated always as identity primary key,
  owner_id uuid not null default auth.uid() references auth.users on delete cascade,
  title text not null check (length(title) between 1 and 200),
  created_at timestamptz not null default now()
);
create index on notes (owner_id);
alter table notes enable row level security;
create policy "owners read their notes" on notes for select to authenticated
  using (owner_id = (select auth.uid()));
create policy "owners write their notes" on notes for insert to authenticated
  with check (owner_id = (select auth.uid()));
create policy "owners delete their notes" on notes for delete to authenticated
  using (owner_id = (select auth.uid()));

create function welcome() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.notes (owner_id, title)
  values (new.id, 'Welcome, ' || coalesce(new.email, new.phone, 'guest'));
  return new;
end $$;
create trigger welcome after insert on auth.users for each row execute function welcome();`;

/** A message that the backend has sent. */
export interface Message {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
}

interface MessageList {
  readonly messages: readonly {
    readonly ID: string;
    readonly To: readonly { readonly Address: string }[];
    readonly Subject: string;
  }[];
}

/**
 * Returns the messages in the inbox, the newest first, in Mailpit's format (`GET /api/v1/messages`).
 */
export async function fetchMessages({ url, fetch }: Backend, previous: readonly Message[]) {
  const api = `${url}/inbox/api/v1`;
  const { messages }: MessageList = await (await fetch(`${api}/messages`)).json();
  return Promise.all(
    messages.map(async ({ ID: id, To, Subject: subject }): Promise<Message> => {
      const cachedMessage = previous.find((message) => message.id === id);
      if (cachedMessage) return cachedMessage;
      const { HTML: html }: { HTML: string } = await (await fetch(`${api}/message/${id}`)).json();
      return { id, to: To[0]?.Address ?? "", subject, html };
    }),
  );
}
