import { expect, test } from "vitest";
import { projectFolder } from "../../../test/project-folder.ts";
import { findChannelCalls } from "./calls.ts";

const readCode = async (code: string, path = "src/app.ts") =>
  findChannelCalls(await projectFolder({ [path]: code }));

test.each([
  [`{ event: "*", schema: "public", table: "notes" }`, "public", "notes"],
  ["{event:'INSERT',schema:`public`,table:'notes',}", "public", "notes"],
  [`{ event: "*", table: "notes" }`, "public", "notes"],
  [`{ schema: "a", table: "b", filter: \`id=eq.\${id}\` }`, "a", "b"],
  [`{ event: "*", schema: "public" }`, "public", undefined],
  [`{ event, schema: "public", table }`, "public", undefined],
  [`{ schema: schemaOf(x), table: "a" }`, "*", undefined],
  [`{ schema: 'public', table: "a" + "b" }`, "public", undefined],
  [`{ schema: 'public', table: \`notes_\${year}\` }`, "public", undefined],
])("the entry %s is read if its names are literals", async (entry, schema, table) => {
  const { changes } = await readCode(`client.channel("a").on("postgres_changes", ${entry}, f);`);
  expect(changes).toEqual([{ location: "src/app.ts:1", schema, table }]);
});

test("channels, private channels and entries are found with their locations in every dialect", async () => {
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
    expect(await readCode(code, path)).toEqual({
      channels: [`${path}:4`],
      privateChannels: [`${path}:2`],
      changes: [
        { location: `${path}:6`, schema: "public", table: "one" },
        { location: `${path}:7`, schema: "public", table: "two" },
      ],
    });
  }
});

test("installed packages, builds, tests and other projects are not read", async () => {
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
  expect(await findChannelCalls(folder)).toEqual({
    channels: [],
    privateChannels: [],
    changes: [],
  });
});
