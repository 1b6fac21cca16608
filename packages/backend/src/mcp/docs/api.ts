import { randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import { Hono } from "hono";
import { listenerFor } from "../../http/listening/app-listeners.ts";
import { listen } from "../../http/listening/listen.ts";
import { readSections } from "./pages.ts";
import { DocsSearch } from "./search.ts";

/** The documentation as a GraphQL API, which the tool `search_docs` of the official server reads. */
export interface DocsApi {
  readonly url: string;
  close(): Promise<void>;
}

/** The part of the hosted service's schema that is supported. */
const schema = `
schema { query: RootQueryType }
"""A section of the documentation of Portico, the server that this project runs on"""
type Guide {
  title: String!
  """The file on this machine, and the anchor of the section"""
  href: String!
  """The section in Markdown"""
  content: String!
}
type SearchResultCollection {
  nodes: [Guide!]!
  totalCount: Int!
}
type RootQueryType {
  schema: String!
  """Searches by words. The limit is 3 by default, and 10 at most"""
  searchDocs(query: String!, limit: Int): SearchResultCollection!
}`;

const maxQueryCharacters = 4_000;
const maxTokens = 300;
const maxResponseCharacters = 200_000;

/**
 * Serves the documentation on a free port of this machine, at a random URL. The official server can read documentation
 * only from a GraphQL URL.
 */
export async function openDocsApi(): Promise<DocsApi> {
  const [search, execute] = [new DocsSearch(await readSections()), loadGraphQl()];
  const resolvers = {
    schema,
    searchDocs({ query, limit }: { readonly query: string; readonly limit?: number }) {
      const sections = search.find(query);
      const nodes = sections.slice(0, Math.min(Math.max(limit ?? 3, 1), 10));
      return { nodes, totalCount: sections.length };
    },
  };
  const path = `/${randomUUID()}`;
  const app = new Hono();
  app.get(path, async (c) => {
    const query = c.req.query("query") ?? "";
    if (query.length > maxQueryCharacters) {
      return c.json(failure(`A query can have at most ${maxQueryCharacters} characters.`));
    }
    const body = JSON.stringify(await execute(query, resolvers));
    if (body.length > maxResponseCharacters) {
      return c.json(failure("The response is too long. Request fewer results."));
    }
    return c.body(body, 200, { "content-type": "application/json" });
  });
  const port = await listen({ host: "127.0.0.1", port: 0 }, listenerFor(app));
  return { url: `${port.origin.replace("localhost", "127.0.0.1")}${path}`, close: port.close };
}

const failure = (message: string) => ({ errors: [{ message, locations: [] }] });

/** Returns a function that runs a query. It uses the GraphQL library that the official server depends on. */
function loadGraphQl() {
  const serverPackage = import.meta.resolve("@supabase/mcp-server-supabase");
  const { buildSchema, execute, parse, validate }: typeof import("graphql") =
    createRequire(serverPackage)("graphql");
  const builtSchema = buildSchema(schema);
  return async (source: string, rootValue: unknown) => {
    try {
      const document = parse(source, { maxTokens });
      const errors = validate(builtSchema, document);
      if (errors.length > 0) return { errors: errors.map(plainError) };
      const { data, errors: failures } = await execute({
        schema: builtSchema,
        document,
        rootValue,
      });
      return { data, ...(failures && { errors: failures.map(plainError) }) };
    } catch (error) {
      return failure((error as Error).message);
    }
  };
}

const plainError = ({ message, locations }: import("graphql").GraphQLError) => ({
  message: message.slice(0, 500),
  locations: locations ?? [],
});
