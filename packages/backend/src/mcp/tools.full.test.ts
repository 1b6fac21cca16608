import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectMcp, hello, readOnlyTools, startMcpServer } from "../../test/servers/mcp-server.ts";
import { sql } from "../database/sql.ts";

let mcp: Awaited<ReturnType<typeof startMcpServer>>;
beforeAll(async () => {
  mcp = await startMcpServer();
});
afterAll(() => mcp.close());

describe("the tools of /mcp", () => {
  test("the official client lists the tools of the official server", async () => {
    const client = await connectMcp(mcp.server.origin);
    const names = await client.toolNames();
    expect(names).toEqual([...readOnlyTools, "apply_migration", "deploy_edge_function"].sort());
  });

  test("the query parameter features selects the groups of tools", async () => {
    const client = await connectMcp(mcp.server.origin, "?features=storage,%20development");
    const names = await client.toolNames();
    expect(names).toContain("list_storage_buckets");
    expect(names).toContain("get_project_url");
    expect(names).not.toContain("execute_sql");
  });

  test("the result of SQL warns that its rows are untrusted data", async () => {
    const client = await connectMcp(mcp.server.origin);
    const { result } = await client.resultOf("execute_sql", {
      query: "select 1 as one, '\\x0aff'::bytea as bytes, now() as time",
    });
    expect(result).toContain("untrusted user data");
    expect(result).toMatch(/"one":1,"bytes":"\\\\x0aff","time":"20\d\d-/);
  });

  test("several statements run in one transaction, and the result has the rows of the last query", async () => {
    const client = await connectMcp(mcp.server.origin);
    const { result } = await client.resultOf("execute_sql", {
      query:
        "begin; insert into notes values (1, 'a'); with new as (insert into notes values (2, 'b') returning id) select id from new; commit;",
    });
    expect(result).toContain('[{"id":2}]');
    expect(
      await client.failureOf("execute_sql", { query: "delete from notes; select * from missing" }),
    ).toContain('relation \\"missing\\" does not exist (SQLSTATE 42P01)');
    expect((await mcp.database.query(sql`select from notes`)).rows).toHaveLength(2);
  });

  test("statements that end the transaction are refused, and VACUUM can only run alone", async () => {
    const client = await connectMcp(mcp.server.origin);
    expect(await client.failureOf("execute_sql", { query: "select 1; rollback" })).toContain(
      "ROLLBACK is not available here",
    );
    expect(await client.failureOf("execute_sql", { query: "select 1; vacuum notes" })).toContain(
      "VACUUM NOTES cannot run together",
    );
    await client.resultOf("execute_sql", { query: "vacuum notes" });
  });

  test("a result that is too large is refused, and its statements are rolled back", async () => {
    const client = await connectMcp(mcp.server.origin);
    expect(
      await client.failureOf("execute_sql", {
        query: "insert into notes values (9, 'x'); select generate_series(1, 1000000000)",
      }),
    ).toContain("more than 1000 rows");
    expect(
      await client.failureOf("execute_sql", {
        query: "insert into notes values (9, 'x'); select repeat('x', 2000000)",
      }),
    ).toContain("more than 1000000 characters");
    expect((await mcp.database.query(sql`select from notes where id = 9`)).rows).toEqual([]);
  });

  test("tables and extensions are listed", async () => {
    const client = await connectMcp(mcp.server.origin);
    const { tables, advisory } = await client.resultOf("list_tables", { verbose: true });
    expect(tables).toContainEqual(
      expect.objectContaining({ name: "public.notes", primary_keys: ["id"] }),
    );
    expect(advisory.id).toBe("rls_disabled");
    const { extensions } = await client.resultOf("list_extensions");
    expect(extensions).toContainEqual(expect.objectContaining({ name: "plpgsql" }));
  });

  test("a migration is applied and written to its file, and a failed migration leaves no file", async () => {
    const client = await connectMcp(mcp.server.origin);
    const migrations = join(mcp.folder, "supabase/migrations");
    await client.resultOf("apply_migration", {
      name: "tags",
      query: "create table tags (id int);",
    });
    const { migrations: applied } = await client.resultOf("list_migrations");
    expect(applied.map(({ name }: { name: string }) => name)).toEqual(["notes", "tags"]);
    const files = await readdir(migrations);
    expect(files).toEqual(["20260101000000_notes.sql", `${applied[1].version}_tags.sql`]);
    expect(await readFile(join(migrations, files[1] ?? ""), "utf8")).toBe(
      "create table tags (id int);",
    );
    expect(
      await client.failureOf("apply_migration", {
        name: "again",
        query: "create table tags (id int);",
      }),
    ).toContain("already exists");
    expect(
      await client.failureOf("apply_migration", { name: "../up", query: "select 1" }),
    ).toContain("A migration's name");
    expect(await readdir(migrations)).toEqual(files);
  });

  test("logs contain the latest requests of a service, without query parameters", async () => {
    const client = await connectMcp(mcp.server.origin);
    await fetch(`${mcp.server.origin}/rest/v1/absent?select=secret`, {
      headers: { apikey: mcp.server.keys.publishable },
    });
    const { result } = await client.resultOf("get_logs", { service: "api" });
    expect(result).toContain("GET /rest/v1/absent 404");
    expect(result).toContain("untrusted user data");
    expect(result).not.toContain("secret");
    const { result: auth } = await client.resultOf("get_logs", { service: "auth" });
    expect(auth).not.toContain("absent");
  });

  test("advisors find tables without row-level security", async () => {
    const client = await connectMcp(mcp.server.origin);
    const { result } = await client.resultOf("get_advisors", { type: "security" });
    expect(JSON.stringify(result.lints)).toContain("enable row level security");
    await client.resultOf("get_advisors", { type: "performance" });
  });

  test("the tools for development return the URL, the public keys and the types of the project", async () => {
    const client = await connectMcp(mcp.server.origin);
    expect(await client.resultOf("get_project_url")).toEqual({ url: mcp.server.origin });
    const { keys } = await client.resultOf("get_publishable_keys");
    expect(JSON.stringify(keys)).toContain(mcp.server.keys.publishable);
    expect(JSON.stringify(keys)).not.toContain(mcp.server.keys.secret);
    expect((await client.resultOf("generate_typescript_types")).types).toContain("notes: {");
  });

  test("search_docs searches the documentation of Portico on this machine", async () => {
    const client = await connectMcp(mcp.server.origin);
    const { result } = await client.resultOf("search_docs", {
      graphql_query:
        '{ searchDocs(query: "branch switch", limit: 2) { nodes { title href content } totalCount } }',
    });
    expect(result.searchDocs.nodes).toHaveLength(2);
    expect(result.searchDocs.nodes[0].title).toBe("Commands: One database for each git branch");
    expect(
      await client.failureOf("search_docs", { graphql_query: `{ ${"schema ".repeat(400)} }` }),
    ).toContain("token");
    expect(await client.failureOf("search_docs", { graphql_query: "{ nothing }" })).toContain(
      "nothing",
    );
  });

  test("functions are listed, read without their secrets, and deployed into the project folder", async () => {
    const client = await connectMcp(mcp.server.origin);
    const { functions } = await client.resultOf("list_edge_functions");
    expect(functions).toEqual([expect.objectContaining({ slug: "hello", verify_jwt: true })]);
    const { files } = await client.resultOf("get_edge_function", { function_slug: "hello" });
    expect(files).toEqual([{ name: "index.ts", content: hello }]);
    const deployed = await client.resultOf("deploy_edge_function", {
      name: "greet",
      files: [
        { name: "index.ts", content: hello },
        { name: "../_shared/greeting.ts", content: "export {}" },
      ],
    });
    expect(deployed.entrypoint_path).toBe("supabase/functions/greet/index.ts");
    for (const name of ["../../config.toml", "../hello/index.ts", "/etc/passwd", ".."]) {
      expect(
        await client.failureOf("deploy_edge_function", {
          name: "evil",
          files: [
            { name: "index.ts", content: "" },
            { name, content: "" },
          ],
        }),
      ).toContain("Nothing was written");
    }
    expect(await readdir(join(mcp.folder, "supabase/functions"))).not.toContain("evil");
    expect(
      await client.failureOf("deploy_edge_function", {
        name: "open",
        verify_jwt: false,
        files: [{ name: "index.ts", content: "" }],
      }),
    ).toContain("[functions.open] verify_jwt = false");
  });

  test("buckets and storage settings can be read, but settings can be changed only in config.toml", async () => {
    const client = await connectMcp(mcp.server.origin, "?features=storage");
    await mcp.database.query(
      sql`insert into storage.buckets (id, name) values ('photos', 'photos')`,
    );
    const { buckets } = await client.resultOf("list_storage_buckets");
    expect(buckets).toEqual([expect.objectContaining({ id: "photos", public: false })]);
    const config = await client.resultOf("get_storage_config");
    expect(config.fileSizeLimit).toBe(50 * 1024 * 1024);
    expect(await client.failureOf("update_storage_config", { config })).toContain("config.toml");
  });
});
