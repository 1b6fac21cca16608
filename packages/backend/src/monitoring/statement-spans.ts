import { type Attributes, SpanKind, SpanStatusCode, type Tracer } from "@opentelemetry/api";
import { DatabaseError } from "../database/errors.ts";
import { interceptStatements } from "../database/intercept-statements.ts";
import { endOfQuoted } from "../database/migrations/tokens.ts";
import type { Database } from "../database/port.ts";
import type { Sql } from "../database/sql.ts";

/**
 * Wraps a database to create a span for each statement or batch. A span contains the operation and the table
 * (https://opentelemetry.io/docs/specs/semconv/db/postgresql), but not the statement's text, because the names and
 * casts in a statement of the REST API come from its caller.
 */
export function traceStatements(database: Database, tracer: Tracer): Database {
  return interceptStatements(database, (statements, run) => withSpan(tracer, statements, run));
}

async function withSpan<T>(
  tracer: Tracer,
  statements: readonly Sql[],
  run: () => Promise<T>,
): Promise<T> {
  const span = tracer.startSpan("postgresql", {
    kind: SpanKind.CLIENT,
    attributes: { "db.system.name": "postgresql" },
  });
  if (span.isRecording()) {
    const attributes = attributesOf(statements);
    span.updateName(attributes["db.query.summary"]);
    span.setAttributes(attributes);
  }
  try {
    return await run();
  } catch (error) {
    const code = error instanceof DatabaseError ? error.code : undefined;
    if (code !== undefined) span.setAttribute("db.response.status_code", code);
    // Do not set the error's message, because it may quote a value.
    span.setAttribute("error.type", code ?? (error instanceof Error ? error.name : "_OTHER"));
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

function attributesOf(statements: readonly Sql[]): Attributes & { "db.query.summary": string } {
  const allSummaries = statements.map(({ text }) => summaryOf(text));
  const [first] = allSummaries;
  if (first === undefined) return { "db.query.summary": "SCRIPT" };
  if (allSummaries.length === 1) {
    const [operation = "", table] = first.split(" ");
    return {
      "db.query.summary": first,
      "db.operation.name": operation,
      ...(table && { "db.collection.name": table }),
    };
  }
  // Statements without a table only change settings, so they are less relevant.
  const withTable = allSummaries.filter((summary) => summary.includes(" "));
  const summaries = new Set(withTable.length > 0 ? withTable : allSummaries);
  return {
    "db.query.summary": [...summaries].join("; ").slice(0, maxSummaryCharacters),
    "db.operation.name": "BATCH",
    "db.operation.batch.size": allSummaries.length,
  };
}

/** OpenTelemetry's conventions limit the summary to this length. */
const maxSummaryCharacters = 255;

/** PostgreSQL truncates names to 63 bytes. */
const name = String.raw`(?:"(?:[^"]|""){0,252}"|\w+)`;
/** Matches a table or function, which always has a schema. */
const target = new RegExp(
  String.raw`['"]|\b(insert\s+into|delete\s+from|update|from)\s+(${name}\.${name})`,
  "gi",
);

/** Returns the operation and the first table of a statement, such as `SELECT auth.users`. Skips quoted text. */
export function summaryOf(text: string): string {
  target.lastIndex = 0;
  for (let match = target.exec(text); match; match = target.exec(text)) {
    const [, verb, table] = match;
    if (!verb || !table) {
      target.lastIndex = endOfQuoted(text, match.index);
      continue;
    }
    const [first = ""] = verb.split(/\s/);
    const operation = first.toLowerCase() === "from" ? "SELECT" : first.toUpperCase();
    return `${operation} ${table.replaceAll('"', "").replaceAll(/\s/g, "_")}`;
  }
  return (/^\s*(\w+)/.exec(text)?.[1] ?? "OTHER").toUpperCase();
}
