/** Compares a signed-in page's auth requests with the same statements sent directly through the driver. */

import type { Stage } from "./instruments/compared-servers.ts";
import type { Request } from "./instruments/load.ts";
import { formatVerdict, print, runAlternately } from "./instruments/measure.ts";

export async function measureSession(stage: Stage, minRatio: number): Promise<void> {
  const { publishable, user } = stage;
  const headers = { apikey: publishable, "content-type": "application/json" };
  const requestsByName: Record<string, readonly Request[]> = {
    "GET /user": [
      {
        method: "GET",
        path: "/auth/v1/user",
        headers: { apikey: publishable, authorization: `Bearer ${user.accessToken}` },
      },
    ],
    // The second and later refreshes of a token return its successor, so each request does the same work.
    "token refreshes": (await refreshTokens(stage, 32)).map((refreshToken) => ({
      method: "POST",
      path: "/auth/v1/token?grant_type=refresh_token",
      headers,
      body: JSON.stringify({ refresh_token: refreshToken }),
    })),
  };
  for (const [name, requests] of Object.entries(requestsByName)) {
    const { wire, baseline } = await runAlternately({
      wire: stage.wire(requests, { connections: 32 }),
      baseline: await stage.driver(requests, { concurrency: 32 }),
    });
    print(
      `${stage.name}: ${name}: ${wire.perSecond.toFixed(0)}/s, p99 ${wire.p99Ms.toFixed(1)} ms; ` +
        `the same statements on the driver ${baseline.perSecond.toFixed(0)}/s; ` +
        `ratio ${formatVerdict(wire.perSecond / baseline.perSecond, { atLeast: minRatio })}`,
    );
  }
}

/** Signs in repeatedly, and returns the refresh token of each session. */
async function refreshTokens(stage: Stage, count: number): Promise<string[]> {
  const { email, password } = stage.user;
  return Promise.all(
    Array.from({ length: count }, async () => {
      const response = await fetch(`${stage.origins[0]}/auth/v1/token?grant_type=password`, {
        method: "POST",
        headers: { "content-type": "application/json", apikey: stage.publishable },
        body: JSON.stringify({ email, password }),
      });
      return JSON.parse(await response.text()).refresh_token;
    }),
  );
}
