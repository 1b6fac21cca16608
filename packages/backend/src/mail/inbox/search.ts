import { join, type Sql, sql, trusted } from "../../database/sql.ts";

const everything = sql`true`;
const nothing = sql`false`;

/**
 * Converts a search in Mailpit's language to a condition on `portico.inbox_messages`
 * (https://mailpit.axllent.org/docs/usage/search-filters/): words and "quoted phrases", all of which
 * must be found; `to:`, `from:`, `subject:`, `addressed:`, `message-id:`, `tag:`, `is:read`,
 * `is:unread`, `before:` and `after:`; and each of them with `-` or `!` before it for the opposite.
 */
export function matching(query: string): Sql {
  const conditions = terms(query).map((term) => {
    const excludes = term.length > 1 && /^[-!]/.test(term);
    const condition = conditionOf(excludes ? term.slice(1) : term);
    return excludes ? sql`not (${condition})` : condition;
  });
  return conditions.length === 0 ? everything : join(conditions, " and ");
}

/** Splits at spaces outside of quotation marks. */
function terms(query: string): string[] {
  const pieces = query.match(/(?:"[^"]*"?|[^\s"])+/g) ?? [];
  return pieces.map((piece) => piece.replaceAll('"', "").trim()).filter((term) => term !== "");
}

function conditionOf(term: string): Sql {
  const [, prefix = "", value = term] = /^([a-z-]+):(.*)$/is.exec(term) ?? [];
  const found = value.trim();
  switch (prefix.toLowerCase()) {
    case "to":
      return contains(["recipient"], found);
    case "from":
      return contains(["sender_name", "sender_address"], found);
    case "addressed":
      return contains(["recipient", "sender_name", "sender_address"], found);
    case "subject":
      return contains(["subject"], found);
    case "message-id":
      return contains(["message_id"], found);
    case "tag":
      return sql`(channel = 'sms' and ${found.toLowerCase()} = 'sms')`;
    case "is":
      return state(found.toLowerCase()) ?? contains(content, term);
    case "before":
      return date(found, (day) => sql`created_at <= ${day}`);
    case "after":
      return date(found, (day) => sql`created_at >= ${day}`);
    // The inbox's messages never have these fields.
    case "cc":
    case "bcc":
    case "reply-to":
    case "has":
      return nothing;
    default:
      return contains(content, term);
  }
}

const content = ["recipient", "sender_name", "sender_address", "subject", "text"] as const;

type Column = (typeof content)[number] | "message_id";

function contains(columns: readonly Column[], value: string): Sql {
  const anywhere = columns.map((column) => {
    return sql`strpos(lower(${trusted(column)}), lower(${value}::text)) > 0`;
  });
  return sql`(${join(anywhere, " or ")})`;
}

function state(value: string): Sql | undefined {
  if (value === "read") return sql`is_read`;
  return value === "unread" ? sql`not is_read` : undefined;
}

/** Ignores an invalid date, as Mailpit does. */
function date(value: string, condition: (day: Date) => Sql): Sql {
  const day = new Date(value);
  return Number.isNaN(day.getTime()) ? everything : condition(day);
}
