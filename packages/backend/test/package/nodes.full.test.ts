import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AuthClient } from "@supabase/auth-js";
import { PostgrestClient } from "@supabase/postgrest-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { portico } from "../processes/portico-command.ts";
import { projectFolder } from "../project-folder.ts";
import { type Packed, pack } from "./packed.ts";

// Only `npm run test:nightly` runs this, because it installs all packages three times.
const isEnabled = process.env["PORTICO_NODES"] !== undefined;

let packed: Packed;
let folder: string;
beforeAll(async () => {
  if (!isEnabled) return;
  packed = await pack();
  folder = await mkdtemp(join(tmpdir(), "portico-nodes-"));
  await writeFile(join(folder, "portico-backend.tgz"), packed.archive);
}, 120_000);
afterAll(async () => {
  if (!isEnabled) return;
  for (const path of [packed.home, folder]) await rm(path, { recursive: true, force: true });
});

describe.runIf(isEnabled)("the package installed by npm", () => {
  test.each(["22", "24", "26"])(
    "the installed package serves a project on Node %s and starts inside a test",
    async (version) => {
      const home = join(folder, version);
      await mkdir(home);
      const dependencies = { "@portico/backend": "file:../portico-backend.tgz", node: version };
      const manifest = { private: true, dependencies, allowScripts: { node: true } };
      await writeFile(join(home, "package.json"), JSON.stringify(manifest));
      execFileSync("npm", ["install", "--silent"], { cwd: home, stdio: "inherit" });
      const node = join(home, "node_modules/.bin/node");
      expect(execFileSync(node, ["--version"], { encoding: "utf8" })).toMatch(`v${version}.`);

      const project = await projectFolder({
        "supabase/config.toml": "[auth.email]\nenable_confirmations = false",
        "supabase/migrations/1_notes.sql": `
          create table notes (id int primary key, owner uuid default auth.uid());
          alter table notes enable row level security;
          grant select, insert on notes to authenticated;
          create policy own on notes to authenticated using (owner = auth.uid());`,
      });
      const cli = join(home, "node_modules/@portico/backend/dist/cli.js");
      const wrapper = ["sh", "-c", `shift; exec "$0" "$@"`, node];
      const args = ["start", "--project", project, "--port", "0"];
      const server = portico(args, {}, cli, wrapper);
      const origin = await server.origin;
      const publicSettings = await (await fetch(`${origin}/portico.json`)).text();
      const { publishableKey: apikey } = JSON.parse(publicSettings);
      const auth = new AuthClient({ url: `${origin}/auth/v1`, headers: { apikey } });
      const { data } = await auth.signUp({ email: "ada@example.com", password: "correct horse" });
      const authorization = `Bearer ${data.session?.access_token}`;
      const rest = new PostgrestClient(`${origin}/rest/v1`, { headers: { apikey, authorization } });
      const { data: notes } = await rest.from("notes").insert({ id: 1 }).select();
      expect(notes).toEqual([{ id: 1, owner: data.user?.id }]);
      server.process.kill("SIGTERM");
      expect((await server.ended).code).toBe(0);

      const code = `
        import { startBackend } from "@portico/backend/testing";
        const backend = await startBackend({ files: { "config.toml": "" } });
        console.log((await backend.signedIn()).user.role);
        await backend.close();`;
      const role = execFileSync(node, ["--input-type=module", "--eval", code], {
        cwd: home,
        encoding: "utf8",
      });
      expect(role.trim()).toBe("authenticated");
    },
    300_000,
  );
});
