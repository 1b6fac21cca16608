import { expect, onTestFinished, test } from "vitest";
import { portico } from "../../test/processes/portico-command.ts";
import { projectFolder } from "../../test/project-folder.ts";

test("seed users creates accounts without a server, and updates them on a running one", async () => {
  const project = await projectFolder({
    "supabase/seed-users.json": JSON.stringify([
      { email: "ada@example.com", password: "correct horse" },
    ]),
  });
  const seed = async () => (await portico(["seed", "users", "--project", project]).ended).output;
  expect(await seed()).toBe("Accounts created: 1; updated: 0.\n");
  const command = portico(["start", "--project", project, "--port", "0", "--db-port", "0"]);
  onTestFinished(async () => {
    command.process.kill("SIGKILL");
    await command.ended;
  });
  const origin = await command.origin;
  expect(await seed()).toBe("Accounts created: 0; updated: 1.\n");
  const [, apikey = ""] = /Publishable key +(\S+)/.exec(command.output()) ?? [];
  const response = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey, "content-type": "application/json" },
    body: JSON.stringify({ email: "ada@example.com", password: "correct horse" }),
  });
  expect(response.status).toBe(200);
}, 240_000);
