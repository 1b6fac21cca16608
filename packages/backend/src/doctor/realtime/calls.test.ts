import { expect, test } from "vitest";
import { projectFolder } from "../../../test/project-folder.ts";
import { readCalls } from "./calls.ts";

const reading = async (code: string, path = "src/app.ts") =>
  readCalls(await projectFolder({ [path]: code }));

/** An entry, as the source has it. */
const entry = async (written: string) => {
  const { changes } = await reading(`client.channel("a").on("postgres_changes", ${written}, f);`);
  return changes.map(({ event, schema, table }) => ({ event, schema, table }));
};

test.each([
  [`{ event: "*", schema: "public", table: "notes" }`, "*", "public", "notes"],
  ["{event:'INSERT',schema:`public`,table:'notes',}", "INSERT", "public", "notes"],
  [`{ event: "*", schema: "public" }`, "*", "public", "*"],
  [`{ event: "*", table: "notes" }`, "*", "public", "notes"],
  [`{ schema: "a", table: "b", filter: \`{id=eq.\${id}, table: "c"}\` }`, "*", "a", "b"],
  [`{ "schema": "a", "table": "it's" }`, "*", "a", "it's"],
  [`{ event, schema: "public", table }`, undefined, "public", undefined],
  [`{ schema: schemaOf(x), table: "a" + "b" }`, "*", undefined, undefined],
  [`{ schema: 'public', table: \`notes_\${year}\` }`, "*", "public", undefined],
  [`{ ...wanted, table: "notes" }`, undefined, undefined, "notes"],
  ["wanted", undefined, undefined, undefined],
])("the entry %s is read as far as it is written out", async (written, event, schema, table) => {
  expect(await entry(written)).toEqual([{ event, schema, table }]);
});

test.each([
  ['filter: "list=eq.1"', "list"],
  [`filter: \`user_id=eq.\${user.id},done=is.true\``, "user_id"],
  ["'filter' : 'id=in.(1,2)'", "id"],
  [`filter: \`\${column}=eq.1\``, undefined],
  ["filter: 'deleted_at=is.null'", undefined],
  ["filter", undefined],
  ['table: "a"', undefined],
])("the column of %s is read where it is written out", async (written, column) => {
  const code = `a.on("postgres_changes", { schema: "public", ${written} }, f)`;
  expect((await reading(code)).changes.map(({ filterColumn }) => filterColumn)).toEqual([column]);
});

test("channels, private ones and entries are found with their places, in every dialect", async () => {
  const code = `
    const config = { private: true };
    /* client.channel("old") */
    client.channel("a", { config })
      .on<{ id: string }>(
        "postgres_changes", { table: "one", schema: "public" }, f)
      .on(REALTIME_LISTEN_TYPES.POSTGRES_CHANGES, { table: "two", schema: "public" }, f)
      // .on("postgres_changes", { table: "three", schema: "public" }, f)
      .subscribe();`;
  for (const path of ["app.tsx", "src/a/b.svelte", "src/lib/supabase/live.ts", "server.mjs"]) {
    expect(await reading(code, path)).toEqual({
      channels: [`${path}:4`],
      isPrivate: [`${path}:2`],
      changes: [
        {
          location: `${path}:5`,
          event: "*",
          schema: "public",
          table: "one",
          filterColumn: undefined,
        },
        {
          location: `${path}:7`,
          event: "*",
          schema: "public",
          table: "two",
          filterColumn: undefined,
        },
      ],
    });
  }
});

test("what is installed, built, a test or another project's is not read, and nor are channels of others", async () => {
  const code = `a.channel("a").on("postgres_changes", { table: "b" }, f).subscribe();`;
  const folder = await projectFolder({
    "node_modules/x/index.js": code,
    "dist/app.js": code,
    ".next/app.js": code,
    "src/notes.test.ts": code,
    "docs/notes.md": code,
    "other/src/app.ts": code,
    "other/supabase/config.toml": "",
    "src/pusher.ts": `pusher.channel("a").bind("b", f); const field = { private: true };`,
    "src/word.ts": `const kind = "postgres_changes";`,
  });
  expect(await readCalls(folder)).toEqual({ channels: [], isPrivate: [], changes: [] });
});
