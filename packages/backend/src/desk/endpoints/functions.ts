import { relative } from "node:path";
import { requireDevelopment } from "../find-request.ts";
import { projectFolder } from "../project-folder.ts";
import type { Endpoint } from "./endpoint.ts";

/** `GET /functions`: returns the functions of the project, and the states of their processes. */
export const getFunctions: Endpoint = async (context, c) => {
  const status = context.describeFunctions();
  return c.json({
    isEnabled: status !== undefined,
    hasDeno: status?.hasDeno ?? false,
    functions: (status?.functions ?? []).map(({ entrypoint, ...others }) => ({
      ...others,
      entrypoint: relative(projectFolder(context), entrypoint),
    })),
  });
};

/** `GET /functions/log?after=`: returns the output of functions. Waits up to about 20 seconds for a newer line. */
export const getFunctionLog: Endpoint = async ({ recentRequests }, c) => {
  const position = c.req.query("after")?.slice(0, 100);
  return c.json(
    await requireDevelopment(recentRequests).functionLines.since(position, c.req.raw.signal),
  );
};
