import { join, type Sql, sql, trusted } from "../../database/sql.ts";

const matchesAll = sql`true`;
const matchesNone = sql`false`;

/**
 * Converts a search in Mailpit's language to a condition on `portico.inbox_messages`
 * (https://mailpit.axllent.org/docs/usage/search-filters/): words and "quoted phrases", all of which must be found;
 * `to:`, `from:`, `subject:`, `addressed:`, `message-id:`, `tag:`, `is:read`, `is:unread`, `before:` and `after:`; and
 * `-` or `!` before any of them to negate it.
 */
export function searchCondition(query: string): Sql {
  const conditions = splitTerms(query).map((term) => {
    const isNegated = term.length > 1 && /^[-!]/.test(term);
    const condition = toCondition(isNegated ? term.slice(1) : term);
    return isNegated ? sql`not (${condition})` : condition;
  });
  return conditions.length === 0 ? matchesAll : join(conditions, " and ");
}

/** Splits at spaces outside of quotation marks. */
function splitTerms(query: string): string[] {
  const rawTerms = query.match(/(?:"[^"]*"?|[^\s"])+/g) ?? [];
  return rawTerms.map((piece) => piece.replaceAll('"', "").trim()).filter((term) => term !== "");
}

function toCondition(term: string): Sql {
  const [, prefix = "", value = term] = /^([a-z-]+):(.*)$/is.exec(term) ?? [];
  const text = value.trim();
  switch (prefix.toLowerCase()) {
    case "to":
      return contains(["recipient"], text);
    case "from":
      return contains(["sender_name", "sender_address"], text);
    case "addressed":
      return contains(["recipient", "sender_name", "sender_address"], text);
    case "subject":
      return contains(["subject"], text);
    case "message-id":
      return contains(["message_id"], text);
    case "tag":
      return sql`(channel = 'sms' and ${text.toLowerCase()} = 'sms')`;
    case "is":
      return readCondition(text.toLowerCase()) ?? contains(contentColumns, term);
    case "before":
      return dateCondition(text, (day) => sql`created_at <= ${day}`);
    case "after":
      return dateCondition(text, (day) => sql`created_at >= ${day}`);
    // Messages in the inbox never have these fields, so nothing matches.
    case "cc":
    case "bcc":
    case "reply-to":
    case "has":
      return matchesNone;
    default:
      return contains(contentColumns, term);
  }
}

const contentColumns = ["recipient", "sender_name", "sender_address", "subject", "text"] as const;

type Column = (typeof contentColumns)[number] | "message_id";

function contains(columns: readonly Column[], value: string): Sql {
  const conditions = columns.map((column) => {
    return sql`strpos(lower(${trusted(column)}), lower(${value}::text)) > 0`;
  });
  return sql`(${join(conditions, " or ")})`;
}

function readCondition(value: string): Sql | undefined {
  if (value === "read") return sql`is_read`;
  return value === "unread" ? sql`not is_read` : undefined;
}

/** Ignores an invalid date, as Mailpit does. */
function dateCondition(value: string, condition: (day: Date) => Sql): Sql {
  const day = new Date(value);
  return Number.isNaN(day.getTime()) ? matchesAll : condition(day);
}
