/**
 * Compares a broadcast to a thousand channels with a bare `ws` server that sends the same bytes to as many sockets.
 */
import { start } from "../child.ts";
import { type Figures, inTurns, print, verdict } from "../measure.ts";
import type { Stage } from "../stage.ts";
import type { ListenersQuestion } from "./listeners.ts";

const count = 1_000;

/** @param minRatio the minimum ratio to the bare server */
export async function broadcast(stage: Stage, minRatio: number): Promise<void> {
  const bareServer = start("./broadcast/bare.ts");
  const listeners = {
    wire: start("./broadcast/listeners.ts"),
    limit: start("./broadcast/listeners.ts"),
  };
  try {
    const [origin = ""] = stage.origins;
    const address = `${origin.replace("http", "ws")}/realtime/v1/websocket`;
    const frame = await listeners.wire.request<Uint8Array>({
      open: { url: `${address}?apikey=${stage.publishable}&vsn=2.0.0`, count, joins: true },
    } satisfies ListenersQuestion);
    const url = await bareServer.request<string>({ frame });
    await listeners.limit.request({
      open: { url, count, joins: false },
    } satisfies ListenersQuestion);
    const side = (child: typeof bareServer) => (seconds: number) =>
      child.request<Figures>({ send: { seconds } } satisfies ListenersQuestion);
    const { wire, limit } = await inTurns({
      wire: side(listeners.wire),
      limit: side(listeners.limit),
    });
    const describe = ({ perSecond, p99 }: Figures) =>
      `${perSecond.toFixed(0)}/s, 99 of 100 at the last within ${p99.toFixed(0)} ms`;
    print(
      `${stage.name}: a broadcast of ${frame.length} bytes to ${count - 1} of ${count} sockets: ${describe(wire)}; ` +
        `bare ws ${describe(limit)}; ratio ${verdict(wire.perSecond / limit.perSecond, { atLeast: minRatio })}`,
    );
  } finally {
    for (const child of [bareServer, ...Object.values(listeners)]) await child.close();
  }
}
