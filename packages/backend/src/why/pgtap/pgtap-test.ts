import { toText } from "../../database/sessions/values.ts";
import type { Sql } from "../../database/sql.ts";
import type { Explanation } from "../explanation.ts";
import { formatRowCount } from "../reason-texts.ts";
import { truncate } from "../session.ts";
import { countedRows, type TestOutcome, type TestSubject } from "./test-subject.ts";

/** The claims that differ in every token. */
const changingClaims = ["exp", "iat", "iss", "amr", "session_id"];

/**
 * Returns a pgTAP test that asserts the response to its caller.
 * @param expectation whether to assert the present response, or the one with row-level security bypassed
 */
export function pgtapTest(
  { request, caller }: Pick<Explanation, "request" | "caller">,
  subject: TestSubject,
  expectation: "present" | "wanted",
): string {
  const outcome = expectation === "present" ? subject.present : subject.unrestricted;
  const isUser = caller.name !== "anon" && caller.name !== "service_role";
  const user = isUser ? userCondition(caller.name) : undefined;
  const title = `${caller.name} ${expectation === "present" ? "gets" : "should get"} ${describeOutcome(outcome)}: ${truncate(request, 200)}`;
  const settings = subject.settings.map(
    ([name, value]) => `select set_config(${literal(name)}, ${literal(value)}, true);\n`,
  );
  return `-- ${oneLine(truncate(request, 500))}
begin;
select plan(${user ? 2 : 1});

${user ? `select ok(exists (select from auth.users where ${user}), ${literal(`there is the user ${caller.name}`)});\n` : ""}select set_config('request.jwt.claims', ${claimsSql(caller, user)}, true);
${settings.join("")}${subject.before ? `${inlineValues(subject.before)};\n` : ""}set local role ${identifier(caller.role)};

${assertion(subject, outcome, title)}

reset role;
select * from finish();
rollback;
`;
}

function assertion(subject: TestSubject, outcome: TestOutcome, title: string): string {
  if ("code" in outcome) {
    const statement = dollarQuoted(inlineValues(subject.statement));
    return `select throws_ok(\n  ${statement},\n  ${literal(outcome.code)}, ${literal(outcome.message)},\n  ${literal(title)}\n);`;
  }
  const { rows } = outcome;
  if (subject.kind === "silent write") {
    return `select lives_ok(\n  ${dollarQuoted(inlineValues(subject.statement))},\n  ${literal(title)}\n);`;
  }
  if (subject.kind === "write") {
    // Use `with` for a write, because PostgreSQL allows a writing statement only at the top level of a query.
    return `with answer as (\n  ${inlineValues(subject.statement)}\n)\nselect is(count(*)::int, ${rows}, ${literal(title)}) from answer;`;
  }
  return `select is(\n  (${inlineValues(countedRows(subject))}),\n  ${rows},\n  ${literal(title)}\n);`;
}

const describeOutcome = (outcome: TestOutcome) =>
  "code" in outcome ? outcome.code : outcome.rows === 0 ? "no rows" : formatRowCount(outcome.rows);

const userCondition = (name: string) =>
  name.includes("@") ? `lower(email) = lower(${literal(name)})` : `id = ${literal(name)}`;

/**
 * Returns the claims as SQL. The id of a user is read from the user's row, so that the test still works if the id
 * changes.
 */
function claimsSql(
  { claims: callerClaims }: Explanation["caller"],
  user: string | undefined,
): string {
  const lastingClaims = Object.entries(callerClaims).filter(
    ([name]) => !changingClaims.includes(name) && !(user && name === "sub"),
  );
  const json = literal(JSON.stringify(Object.fromEntries(lastingClaims)));
  if (!user) return json;
  return `(\n  select jsonb_build_object('sub', id) || ${json} from auth.users where ${user}\n)::text`;
}

/** Returns a statement with its values as literals. Like a parameter, a literal has no type of its own. */
function inlineValues({ pieces }: Sql): string {
  return pieces
    .map((piece) => (typeof piece === "string" ? piece : sqlValue(piece.value)))
    .join("")
    .replace(/[ \t]*\n\s*/g, "\n  ")
    .trim();
}

function sqlValue(value: unknown): string {
  if (typeof value === "bigint" || typeof value === "number") return String(value);
  const text = toText(value);
  return text === null ? "null" : literal(text);
}

const literal = (text: string) => {
  const quoted = `'${text.replaceAll("'", "''").replaceAll("\0", "")}'`;
  // Escape line ends and backslashes: the test's lines are indented, and psql would read a backslash at the start of a
  // line as a command.
  return /[\n\\]/.test(text)
    ? `E${quoted.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r")}`
    : quoted;
};

const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`;

const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ");

function dollarQuoted(text: string): string {
  let tag = "$request$";
  for (let count = 1; text.includes(tag); count++) tag = `$request${count}$`;
  return `${tag}\n  ${text}\n  ${tag}`;
}
