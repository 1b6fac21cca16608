import { createClient } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import { projectFolder } from "../../../test/project-folder.ts";
import { openOutsideServer } from "../../../test/servers/outside-server.ts";
import { createLog } from "../../log/log.ts";
import { startServer } from "../server.ts";

test("a hook at host.docker.internal reaches a program on this machine, in development", async () => {
  const hook = await openOutsideServer();
  hook.answer = () => ({
    body: { error: { http_code: 403, message: "Only by invitation." } },
  });
  const project = await projectFolder({
    "supabase/config.toml": `
[auth.hook.before_user_created]
enabled = true
uri = "http://host.docker.internal:${new URL(hook.url).port}/hook"
secrets = "v1,whsec_${Buffer.alloc(32, 7).toString("base64")}"`,
  });
  const server = await startServer({
    project,
    host: "127.0.0.1",
    port: 0,
    storage: { memory: true as const },
    env: {},
    log: createLog("error"),
  });
  const { auth } = createClient(server.origin, server.keys.publishable);
  const { error } = await auth.signUp({ email: "ana@example.com", password: "correct horse" });
  expect(error?.message).toBe("Only by invitation.");
  expect(hook.requests.map(({ path }) => path)).toEqual(["/hook"]);
  await server.close();
  await hook.close();
});
