import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { UsageError } from "../usage-error.ts";
import { explainRequest } from "./explain-request.ts";
import { ada, bob, openPuzzles, type Puzzles } from "./test/puzzles.ts";
import { testPuzzles } from "./test/table.ts";

let puzzles: Puzzles;

const schema = `
  insert into storage.buckets (id, name, public) values ('private', 'private', false), ('open', 'open', true);
  insert into storage.objects (bucket_id, name, version, metadata) values
    ('private', '${ada}/a.png', gen_random_uuid(), '{"size": 3}'),
    ('private', '${bob}/b.png', gen_random_uuid(), '{"size": 3}'),
    ('open', 'o.png', gen_random_uuid(), '{"size": 3}');
  create policy own on storage.objects for all to authenticated
    using (bucket_id = 'private' and (storage.foldername(name))[1] = auth.uid()::text);

  create policy rooms on realtime.messages for select to authenticated
    using (realtime.topic() = 'room:' || auth.uid());

  create table notes (id int primary key, owner_id uuid);
  insert into notes values (1, '${ada}'), (2, '${bob}');
  alter table notes enable row level security;
  create policy own on notes for select to authenticated using (owner_id = auth.uid());
  create table unpublished (id int primary key);
  alter publication supabase_realtime add table notes;
`;

beforeAll(async () => {
  puzzles = await openPuzzles(schema);
}, 60_000);
afterAll(() => puzzles.close());

const ofAda = { as: "ada@example.com" };
const object = "/storage/v1/object";
const folderIsNotAdas = `(storage.foldername(name))[1] = (auth.uid())::text → ${bob} = ${ada} → false`;

describe("Storage", () => {
  testPuzzles(
    () => puzzles,
    [
      {
        title: "an object in one's own folder is served",
        request: ["GET", `${object}/private/${ada}/a.png`, ofAda],
        cause: "nothing-hidden",
        verdict: "200: the policies let the row pass.",
      },
      {
        title: "an object in another folder of a private bucket is hidden",
        request: ["GET", `${object}/private/${bob}/b.png`, ofAda],
        cause: "policy",
        verdict: `400: the object private/${bob}/b.png is hidden, because the SELECT policy "own" of storage.objects is false: ${folderIsNotAdas}.`,
      },
      {
        title: "the publishable key needs a policy for a private bucket",
        request: ["GET", `${object}/private/${ada}/a.png`],
        cause: "no-policy",
        verdict:
          '400: storage.objects has row-level security and no policy that lets anon select from it ("own" is for authenticated).',
      },
      {
        title: "a private bucket has no public addresses",
        request: ["GET", `${object}/public/private/${ada}/a.png`],
        cause: "bucket",
        verdict: '400: the bucket "private" is private, and the path is for public buckets.',
      },
      {
        title: "a public bucket is served without policies",
        request: ["GET", `${object}/public/open/o.png`],
        cause: "nothing-hidden",
        verdict:
          '200: the bucket "open" is public: everybody may download its objects, and no policy is asked.',
      },
      {
        title: "a bucket that does not exist is named",
        request: ["GET", `${object}/none/o.png`, ofAda],
        cause: "bucket",
        verdict: '400: there is no bucket "none".',
      },
      {
        title: "an object that does not exist is named",
        request: ["GET", `${object}/private/${ada}/none.png`, ofAda],
        cause: "not-found",
        verdict: `400: there is no object "private/${ada}/none.png".`,
      },
      {
        title: "an upload into one's own folder is allowed",
        request: ["POST", `${object}/private/${ada}/new.png`, { ...ofAda, body: "x" }],
        cause: "allowed",
        verdict: `200: the policies let the object private/${ada}/new.png be written.`,
      },
      {
        title: "an upload into another folder is refused by with check",
        request: ["POST", `${object}/private/${bob}/new.png`, { ...ofAda, body: "x" }],
        cause: "with-check",
        verdict: `400: the object private/${bob}/new.png may not be written, because the INSERT policy "own" of storage.objects is false: ${folderIsNotAdas}.`,
      },
      {
        title: "an upload over an existing object needs upsert",
        request: ["POST", `${object}/private/${ada}/a.png`, { ...ofAda, body: "x" }],
        cause: "request",
        verdict: `400: the object "private/${ada}/a.png" exists already, and the upload may not replace it.`,
      },
      {
        title: "a deletion in another folder is refused",
        request: ["DELETE", `${object}/private/${bob}/b.png`, ofAda],
        cause: "policy",
        verdict: `400: the object private/${bob}/b.png is not deleted, because the DELETE policy "own" of storage.objects is false: ${folderIsNotAdas}.`,
      },
    ],
  );
});

describe("private channels", () => {
  testPuzzles(
    () => puzzles,
    [
      {
        title: "a channel of another user may not be read",
        request: ["SUBSCRIBE", `room:${bob}`, ofAda],
        cause: "policy",
        verdict: `Refused: in "room:${bob}" the caller may not receive broadcast, send broadcast, receive presence, send presence: a message of broadcast is hidden, because the SELECT policy "rooms" of realtime.messages is false: realtime.topic() = ('room:' || auth.uid()) → room:${bob} = (room:${ada}) → false.`,
      },
      {
        title: "a channel may be joined that may only be read",
        request: ["SUBSCRIBE", `room:${ada}`, ofAda],
        cause: "no-policy",
        verdict: `Accepted: in "room:${ada}" the caller may not send broadcast, send presence: realtime.messages has row-level security and no policy that lets authenticated insert into it.`,
      },
    ],
  );
});

describe("changes of tables", () => {
  testPuzzles(
    () => puzzles,
    [
      {
        title: "a table outside the publication reports nothing",
        request: ["CHANGES", "unpublished", ofAda],
        cause: "publication",
        verdict:
          "Accepted: unpublished is not in the publication supabase_realtime, so that Realtime does not report its changes.",
      },
      {
        title: "changes of another user's rows are not received",
        request: ["CHANGES", "notes", ofAda],
        cause: "policy",
        verdict: `Accepted: the caller does not receive the changes of some rows; notes id=2 is hidden, because the SELECT policy "own" of notes is false: owner_id = auth.uid() → ${bob} = ${ada} → false.`,
      },
      {
        title: "changes of the rows that a filter selects are received",
        request: ["CHANGES", "public.notes?event=UPDATE&filter=id=eq.1", ofAda],
        cause: "nothing-hidden",
        verdict: "Accepted: the caller receives the changes of all rows that were examined.",
      },
    ],
  );
});

describe("requests that cannot be explained", () => {
  test("nothing is explained in production", async () => {
    const { database, config } = puzzles;
    const explanation = explainRequest({
      database,
      config,
      env: { NODE_ENV: "production" },
      caller: { as: "anon" },
      request: { method: "GET", path: "/rest/v1/notes" },
    });
    await expect(explanation).rejects.toThrow("only in development");
  });

  test("an unknown user, wire or method is a usage error", async () => {
    const attempts = [
      puzzles.why("GET", "/rest/v1/notes", { as: "nobody@example.com" }),
      puzzles.why("GET", "/auth/v1/user"),
      puzzles.why("G T", "/rest/v1/notes"),
      puzzles.why("POST", "/storage/v1/upload/resumable"),
    ];
    const results = await Promise.allSettled(attempts);
    for (const result of results) {
      expect(result).toMatchObject({ status: "rejected", reason: expect.any(UsageError) });
    }
  });
});
