/**
 * Compares a broadcast to a thousand channels with a bare `ws` server that sends the same bytes to as many sockets.
 */
import { start } from "../instruments/child.ts";
import type { Stage } from "../instruments/compared-servers.ts";
import { formatVerdict, print, type RoundResult, runAlternately } from "../instruments/measure.ts";
import type { ListenersCommand } from "./listeners.ts";

const socketCount = 1_000;

/** @param minRatio the minimum ratio to the result of the bare server */
export async function measureBroadcast(stage: Stage, minRatio: number): Promise<void> {
  const bareServer = start("./broadcast/bare.ts");
  const listeners = {
    wire: start("./broadcast/listeners.ts"),
    baseline: start("./broadcast/listeners.ts"),
  };
  try {
    const [origin = ""] = stage.origins;
    const address = `${origin.replace("http", "ws")}/realtime/v1/websocket`;
    const frame = await listeners.wire.request<Uint8Array>({
      open: {
        url: `${address}?apikey=${stage.publishable}&vsn=2.0.0`,
        count: socketCount,
        joinsChannel: true,
      },
    } satisfies ListenersCommand);
    const url = await bareServer.request<string>({ frame });
    await listeners.baseline.request({
      open: { url, count: socketCount, joinsChannel: false },
    } satisfies ListenersCommand);
    const measureSide = (child: typeof bareServer) => (seconds: number) =>
      child.request<RoundResult>({ send: { seconds } } satisfies ListenersCommand);
    const { wire, baseline } = await runAlternately({
      wire: measureSide(listeners.wire),
      baseline: measureSide(listeners.baseline),
    });
    const describe = ({ perSecond, p99Ms }: RoundResult) =>
      `${perSecond.toFixed(0)}/s, 99 of 100 reach the last socket within ${p99Ms.toFixed(0)} ms`;
    print(
      `${stage.name}: a broadcast of ${frame.length} bytes to ${socketCount - 1} of ${socketCount} sockets: ${describe(wire)}; ` +
        `bare ws ${describe(baseline)}; ratio ${formatVerdict(wire.perSecond / baseline.perSecond, { atLeast: minRatio })}`,
    );
  } finally {
    for (const child of [bareServer, ...Object.values(listeners)]) await child.close();
  }
}
