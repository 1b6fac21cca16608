import { processClock } from "../../clock.ts";
import type { DeskContext } from "../context.ts";

/** Returns the server's time, the simulated failures, and the providers that the sandbox replaces. */
export function describeTime({ config, startedAt, troubles }: DeskContext) {
  const { offsetMs } = processClock();
  const providers = Object.entries(config.auth.external).filter(([, { enabled }]) => enabled);
  return {
    now: new Date(Date.now()).toISOString(),
    offsetMs,
    // A page that waits for a restart compares this time to notice the new server.
    startedAt,
    trouble: troubles.current,
    providers: providers.map(([name, { client_id }]) => ({ name, isSandbox: !client_id })),
  };
}
