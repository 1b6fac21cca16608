import { type Attributes, SpanKind, SpanStatusCode, type Tracer } from "@opentelemetry/api";
import { endOfQuoted } from "../database/migrations/tokens.ts";
import { type Connection, type Database, DatabaseError } from "../database/port.ts";
import type { Sql } from "../database/sql.ts";

/**
 * The database, with a span for each statement, and one for statements that are sent together. A span says
 * which operation it was, on which table (https://opentelemetry.io/docs/specs/semconv/db/postgresql). It has no
 * text: the names and casts in a text of the data wire are its caller's.
 */
export function traceStatements(database: Database, tracer: Tracer): Database {
  return {
    ...database,
    ...traced(database, tracer),
    batch: (statements, options) =>
      spanned(tracer, statements, () => database.batch(statements, options)),
    transaction: (work, options) =>
      database.transaction(
        (connection) =>
          work({
            ...traced(connection, tracer),
            commitWith: (statements) =>
              spanned(tracer, statements, () => connection.commitWith(statements)),
          }),
        options,
      ),
    share: (share) => traceStatements(database.share(share), tracer),
  };
}

function traced(connection: Connection, tracer: Tracer): Connection {
  return {
    query: (statement) => spanned(tracer, [statement], () => connection.query(statement)),
    batch: (statements) => spanned(tracer, statements, () => connection.batch(statements)),
    script: (text) => spanned(tracer, [], () => connection.script(text)),
  };
}

async function spanned<T>(
  tracer: Tracer,
  statements: readonly Sql[],
  run: () => Promise<T>,
): Promise<T> {
  const span = tracer.startSpan("postgresql", {
    kind: SpanKind.CLIENT,
    attributes: { "db.system.name": "postgresql" },
  });
  if (span.isRecording()) {
    const attributes = describe(statements);
    span.updateName(attributes["db.query.summary"]);
    span.setAttributes(attributes);
  }
  try {
    return await run();
  } catch (error) {
    const code = error instanceof DatabaseError ? error.code : undefined;
    if (code !== undefined) span.setAttribute("db.response.status_code", code);
    // An error's message may quote a value.
    span.setAttribute("error.type", code ?? (error instanceof Error ? error.name : "_OTHER"));
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

function describe(statements: readonly Sql[]): Attributes & { "db.query.summary": string } {
  const all = statements.map(({ text }) => summaryOf(text));
  const [first] = all;
  if (first === undefined) return { "db.query.summary": "SCRIPT" };
  if (all.length === 1) {
    const [operation = "", table] = first.split(" ");
    return {
      "db.query.summary": first,
      "db.operation.name": operation,
      ...(table && { "db.collection.name": table }),
    };
  }
  // Those without a table are settings, and say less.
  const named = all.filter((summary) => summary.includes(" "));
  const summaries = new Set(named.length > 0 ? named : all);
  return {
    "db.query.summary": [...summaries].join("; ").slice(0, longestSummary),
    "db.operation.name": "BATCH",
    "db.operation.batch.size": all.length,
  };
}

/** In characters, as the conventions have it. */
const longestSummary = 255;

/** PostgreSQL cuts names to 63 bytes. */
const name = String.raw`(?:"(?:[^"]|""){0,252}"|\w+)`;
/** Tables and functions are named with their schema. */
const target = new RegExp(
  String.raw`['"]|\b(insert\s+into|delete\s+from|update|from)\s+(${name}\.${name})`,
  "gi",
);

/** The operation and its first table: `SELECT auth.users`. Texts in quotes are passed over. */
export function summaryOf(text: string): string {
  target.lastIndex = 0;
  for (let found = target.exec(text); found; found = target.exec(text)) {
    const [, verb, table] = found;
    if (!verb || !table) {
      target.lastIndex = endOfQuoted(text, found.index);
      continue;
    }
    const [first = ""] = verb.split(/\s/);
    const operation = first.toLowerCase() === "from" ? "SELECT" : first.toUpperCase();
    return `${operation} ${table.replaceAll('"', "").replaceAll(/\s/g, "_")}`;
  }
  return (/^\s*(\w+)/.exec(text)?.[1] ?? "OTHER").toUpperCase();
}
