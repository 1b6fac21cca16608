import { join } from "node:path";
import { expect, test } from "vitest";
import { portico } from "../../test/processes/portico-command.ts";
import { projectFolder } from "../../test/project-folder.ts";

test("a project with config.jsonc is found from a subfolder, has its settings, and is not overwritten", async () => {
  const project = await projectFolder({
    "supabase/config.jsonc": `{
      // No functions here.
      "edge_runtime": { "enabled": false },
      "studio": { "port": 55323 },
      "db": {
        "vault": { "token": "env(TOKEN)" },
        "settings": { "work_mem": "6MB", "max_connections": 20 },
      },
    }`,
    "supabase/migrations/1_reads.sql": `
      create view settings with (security_invoker = false) as
        select current_setting('work_mem') as work_mem, decrypted_secret as token
        from vault.decrypted_secrets where name = 'token';
      grant select on settings to service_role;`,
    "supabase/functions/hello/index.ts": "Deno.serve(() => new Response());",
    "supabase/.env.local": "TOKEN=hush",
  });
  const folder = join(project, "supabase/functions/hello");
  const server = portico(["start", "--port", "0", "--memory", "--secret-key"], {}, undefined, [
    "env",
    "-C",
    folder,
  ]);
  const origin = await server.origin;
  const output = server.output();
  expect(output).toContain(`The project is in ${project}.`);
  expect(output).toContain(
    "Note: supabase/config.jsonc:4: studio.port has no effect here: Portico serves no Studio.",
  );
  expect(output).toContain("Note: [db.settings] max_connections without effect");
  expect(output).toMatch(/off in config\.toml: functions\n/);

  const [secretKey = ""] = /sb_secret_\S+/.exec(output) ?? [];
  const headers = { apikey: secretKey };
  const settings = await fetch(`${origin}/rest/v1/settings`, { headers });
  expect(await settings.json()).toEqual([{ work_mem: "6MB", token: "hush" }]);
  expect((await fetch(`${origin}/functions/v1/hello`, { headers })).status).toBe(404);
  server.process.kill();
  await server.ended;

  const init = await portico(["init", "--force", "--project", project]).ended;
  expect(init.code).toBe(1);
  expect(init.output).toContain("supabase/config.jsonc exists already. Remove it");
});
