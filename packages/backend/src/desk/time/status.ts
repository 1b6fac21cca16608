import { processClock } from "../../clock.ts";
import type { DeskContext } from "../context.ts";

/** The time of the server, what fails on request, and the providers that the sandbox stands in for. */
export function describeTime({ config, startedAt, troubles }: DeskContext) {
  const { offsetMs } = processClock();
  const providers = Object.entries(config.auth.external).filter(([, { enabled }]) => enabled);
  return {
    now: new Date(Date.now()).toISOString(),
    offsetMs,
    // Which process and database this is, for a page that waits for another one.
    startedAt,
    trouble: troubles.current,
    providers: providers.map(([name, { client_id }]) => ({ name, isSandbox: !client_id })),
  };
}
