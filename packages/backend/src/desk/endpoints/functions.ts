import { relative } from "node:path";
import { inDevelopment } from "../find-request.ts";
import { projectFolder } from "../project-folder.ts";
import type { Endpoint } from "./endpoint.ts";

/** `GET /functions`: the functions of the project, and how their processes are. */
export const getFunctions: Endpoint = async (context, c) => {
  const described = context.describeFunctions();
  return c.json({
    isEnabled: described !== undefined,
    hasDeno: described?.hasDeno ?? false,
    functions: (described?.functions ?? []).map(({ entrypoint, ...rest }) => ({
      ...rest,
      entrypoint: relative(projectFolder(context), entrypoint),
    })),
  });
};

/** `GET /functions/log?after=`: what functions write. Waits for a newer line, some 20 seconds at most. */
export const getFunctionLog: Endpoint = async ({ recentRequests }, c) => {
  const position = c.req.query("after")?.slice(0, 100);
  return c.json(
    await inDevelopment(recentRequests).functionLines.since(position, c.req.raw.signal),
  );
};
