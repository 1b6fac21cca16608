import { readStatus } from "../control/running-server.ts";
import { nestsDeeperThan } from "../http/body/nesting.ts";
import { UsageError } from "../usage-error.ts";
import { withProjectDatabase } from "./project-database/connect.ts";
import { defineCommand } from "./terminal/command.ts";
import {
  dataOption,
  projectOption,
  readChoice,
  readProject,
  readStoredDatabase,
  type StoredDatabase,
} from "./terminal/options.ts";
import { asJson, outputOption } from "./terminal/output.ts";
import { print } from "./terminal/print.ts";

export const whyCommand = defineCommand({
  name: "why",
  parameters: "METHOD PATH",
  summary: "Explain which grant, policy, clause or filter decides the answer to a request",
  options: {
    as: {
      type: "string",
      argument: "CALLER",
      help: "anon, service_role, or the e-mail address or id of a user (default: anon)",
    },
    claims: {
      type: "string",
      argument: "JSON",
      help: "claims that replace or extend those of the token; null removes one",
    },
    body: { type: "string", argument: "TEXT", help: "the body of the request" },
    header: {
      type: "string",
      short: "H",
      argument: "LINES",
      help: "headers such as 'Prefer: return=representation', one a line",
    },
    test: {
      type: "string",
      argument: "NAME",
      help: "write a pgTAP test of the present answer to supabase/tests/NAME.test.sql",
    },
    wanted: {
      type: "boolean",
      help: "with --test: assert the answer with row-level security bypassed instead",
    },
    ...projectOption,
    ...dataOption,
    ...outputOption,
  },
  notes: `PATH is as in the browser, such as '/rest/v1/notes?id=eq.5', in quotes. METHOD is that of HTTP, or
SUBSCRIBE with the name of a private channel, or CHANGES with the name of a table. Everything runs in
transactions that are rolled back. Only for development.
`,
  async run({ values, parameters }) {
    const [method, path, ...otherParameters] = parameters;
    if (method === undefined || path === undefined || otherParameters.length > 0) {
      throw new UsageError("portico why needs a method and a path, in quotes.");
    }
    if (values.wanted && values.test === undefined) throw new UsageError("--wanted needs --test.");
    const format = readChoice("output", values.output, ["text", "json"]);
    const { project } = readProject(values.project);
    const location = readStoredDatabase(values.data, project);
    const [
      { explainRequest, explainWithTest },
      { formatReport },
      { pgtapTest },
      { writePgtapTest },
      { loadProject },
      { withOrigin },
    ] = await Promise.all([
      import("../why/explain-request.ts"),
      import("../why/report.ts"),
      import("../why/pgtap/pgtap-test.ts"),
      import("../why/pgtap/write-test-file.ts"),
      import("../config/load-project.ts"),
      import("../config/sections/schema.ts"),
    ]);
    await refuseProduction(location);
    const { env } = process;
    const { config } = await loadProject({ directory: project, env, isLenient: true });
    const requestOptions = {
      env,
      config: withOrigin(config, `http://127.0.0.1:${config.api.port}`),
      request: { method, path, headers: readHeaders(values.header), body: values.body },
      caller: { as: values.as ?? "anon", claims: readClaims(values.claims) },
    };
    const { explanation, test } = await withProjectDatabase(location, async (database) => {
      const options = { ...requestOptions, database };
      if (values.test !== undefined) return explainWithTest(options);
      return { explanation: await explainRequest(options), test: undefined };
    });
    print(format === "json" ? asJson(explanation) : formatReport(explanation));
    if (values.test === undefined) return;
    if (!test) throw new UsageError("This request does not reach a table, so no test was written.");
    const testSource = pgtapTest(explanation, test, values.wanted ? "wanted" : "present");
    const testFile = await writePgtapTest(project, values.test, testSource);
    process.stderr.write(`Wrote ${testFile}. To run it: portico test db\n`);
  },
});

/**
 * Refuses databases in production, because an explanation can contain rows of all users.
 *
 * @throws {UsageError}
 */
async function refuseProduction(location: StoredDatabase): Promise<void> {
  if ("directory" in location) {
    const status = await readStatus(location.directory);
    if (status === undefined || status.isDevelopment) return;
    throw new UsageError(
      "Requests are only explained in development. The running server can be reached from other machines or has NODE_ENV=production.",
    );
  }
  const { isLocalHost } = await import("../http/protection/host.ts");
  const host = URL.parse(location.url)?.hostname ?? "";
  if (host === "" || isLocalHost(host)) return;
  throw new UsageError(
    `Requests are only explained in development. The database of DATABASE_URL is on ${host}.`,
  );
}

/** Deeper claims are refused, because `JSON.stringify` would overflow the stack on them. */
const maxClaimsDepth = 200;

/**
 * Parses the value of `--claims`.
 *
 * @throws {UsageError} if it is not a JSON object
 */
function readClaims(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (text === undefined) return undefined;
  try {
    const claims: unknown = nestsDeeperThan(maxClaimsDepth, text) ? undefined : JSON.parse(text);
    if (typeof claims === "object" && claims !== null && !Array.isArray(claims)) {
      return claims as Record<string, unknown>;
    }
  } catch {
    // Report invalid JSON with the same message as JSON that is not an object.
  }
  throw new UsageError(`--claims must be a JSON object, such as '{"aal":"aal2"}'.`);
}

/**
 * Parses the headers of an option, one per line.
 *
 * @throws {UsageError} if a line is not a header
 */
function readHeaders(text = ""): readonly (readonly [name: string, value: string])[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [, name, value] = /^([^:]+):(.*)$/.exec(line) ?? [];
      if (name === undefined || value === undefined) {
        throw new UsageError(`--header must be NAME: VALUE; got "${line.slice(0, 100)}".`);
      }
      return [name.trim(), value.trim()] as const;
    });
}
