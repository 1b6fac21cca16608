import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import {
  type AuthorizationRequest,
  callerSettings,
  canWrite,
  type Extension,
  readableExtensions,
} from "../realtime/authorization.ts";
import { UsageError } from "../usage-error.ts";
import { explainRefusedRows, type Finding } from "./analysis.ts";
import type { CheckedRequest } from "./checked-request.ts";
import { dryRunDatabase } from "./dry-run.ts";
import type { WireExplanation } from "./explain-rest.ts";
import { measureOutcomes, type TestStatement } from "./pgtap/test-subject.ts";
import { readRelations } from "./policies/catalog.ts";
import { writtenRows } from "./policies/found-rows.ts";
import { RowChecker, type RowUse } from "./policies/row-checker.ts";
import type { ResolvedCaller } from "./resolve-caller.ts";
import { withSession } from "./session.ts";

const extensions: readonly Extension[] = ["broadcast", "presence"];

const maxTopicLength = 1_000;

/** Explains what a caller may do in a private channel, such as `SUBSCRIBE room:1`. */
export async function explainChannel(
  database: Database,
  { path, headers, needsTest }: CheckedRequest,
  caller: ResolvedCaller,
): Promise<WireExplanation> {
  const topic = path.replace(/^realtime:/, "");
  if (topic === "" || topic.length > maxTopicLength) {
    throw new UsageError("The name of the channel is empty or too long.");
  }
  const request: AuthorizationRequest = {
    topic,
    headers: Object.fromEntries(headers),
    claims: { ...caller.claims, role: caller.role },
  };
  const dryDatabase = dryRunDatabase(database);
  const readable = await readableExtensions({ database: dryDatabase }, request, extensions);
  const writable = new Set<Extension>();
  for (const extension of extensions) {
    if (await canWrite({ database: dryDatabase }, request, extension)) writable.add(extension);
  }
  return withSession(database, caller.role, [callerSettings(request)], async (session) => {
    const checks = new RowChecker(session);
    const [table] = await readRelations(session.connection, caller.role, [
      { schema: "realtime", name: "messages" },
    ]);
    if (!table) throw new UsageError("This database has no Realtime.");
    const refusals: { readonly what: string; readonly finding: Finding }[] = [];
    for (const extension of extensions) {
      const message = await writtenRows(
        session,
        sql`insert into realtime.messages (topic, extension) values (${topic}, ${extension})
          returning realtime.messages.*`,
      );
      const questions: readonly (readonly [string, boolean, RowUse, boolean])[] = [
        [`receive ${extension}`, readable.has(extension), { kind: "select" }, false],
        [`send ${extension}`, writable.has(extension), { kind: "insert", reads: false }, true],
      ];
      for (const [what, isAllowed, use, isNew] of questions) {
        if (isAllowed) continue;
        const rowFinding = await explainRefusedRows(
          { session, checks },
          table,
          message,
          use,
          isNew,
        );
        const unrowFinding = {
          cause: "policy",
          text: "a privilege or a policy refuses",
          remedies: [],
        };
        refusals.push({ what, finding: rowFinding ?? (unrowFinding as Finding) });
      }
    }
    const policies = await checks.policiesOf(table);
    const isJoined = readable.has("broadcast") || readable.has("presence");
    const response = {
      status: null,
      rows: null,
      code: isJoined ? null : "Unauthorized",
      message: isJoined
        ? null
        : `You do not have permissions to read from this Channel topic: ${topic}`,
    };
    const mayReceive = readable.has("broadcast");
    const subject = needsTest
      ? await measureOutcomes(session, testOf(topic, mayReceive && refusals.length > 0))
      : undefined;
    return { response, finding: findingOf(topic, refusals), policies, test: subject };
  });
}

/** Returns a statement that reads or writes a message, because these statements decide who may receive or send one. */
function testOf(topic: string, sends: boolean): TestStatement {
  const settings = [["realtime.topic", topic]] as const;
  const insert = sql`insert into realtime.messages (topic, extension) values (${topic}, 'broadcast')`;
  if (sends) return { statement: insert, kind: "silent write", settings };
  const statement = sql`select 1 from realtime.messages
    where topic = ${topic} and extension = 'broadcast' and inserted_at = now()`;
  const before = sql`insert into realtime.messages (topic, extension, inserted_at) values (${topic}, 'broadcast', now())`;
  return { statement, before, kind: "query", settings };
}

function findingOf(
  topic: string,
  refusals: readonly { readonly what: string; readonly finding: Finding }[],
): Finding {
  const [first] = refusals;
  const details = [
    "A channel that is not private is open to every client, and no policy is asked.",
  ];
  if (!first) {
    return {
      cause: "allowed",
      text: `the caller may receive and send broadcast and presence in "${topic}"`,
      remedies: [],
      details,
    };
  }
  const refused = refusals.map(({ what }) => what).join(", ");
  return {
    ...first.finding,
    text: `in "${topic}" the caller may not ${refused}: ${first.finding.text}`,
    details: [
      ...refusals.slice(1).map(({ what, finding }) => `May not ${what}: ${finding.text}.`),
      ...details,
    ],
    rows: refusals.flatMap(({ finding }) => finding.rows ?? []),
  };
}
