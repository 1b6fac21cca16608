import type { Environment } from "../config/environment/environment.ts";
import type { Log } from "../log/log.ts";
import type { Outbox } from "../mail/outbox.ts";
import type { Message, Transport } from "../mail/transport.ts";
import type { Tracing } from "../monitoring/tracing.ts";

/**
 * Starts the traces where the environment says who receives them (OpenTelemetry's standard variables).
 *
 * @returns undefined where nobody does; a warning where the packages for it are missing. Platforms set the
 * variable for all that they run, so that this does not stop the start.
 */
export async function openTracing(
  env: Environment,
  log: Log,
): Promise<{ readonly tracing?: Tracing; readonly warnings: readonly string[] }> {
  const endpoint = env["OTEL_EXPORTER_OTLP_ENDPOINT"] || env["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"];
  const isOff =
    env["OTEL_SDK_DISABLED"]?.toLowerCase() === "true" || env["OTEL_TRACES_EXPORTER"] === "none";
  if (!endpoint || isOff) return { warnings: [] };
  try {
    const { startTracing } = await import("../monitoring/tracing.ts");
    return { tracing: startTracing(env, log), warnings: [] };
  } catch (error) {
    if (!isMissing(error)) throw error;
    return {
      warnings: [
        "OTEL_EXPORTER_OTLP_ENDPOINT asks for traces, which need packages that are not here: npm install @opentelemetry/api @opentelemetry/sdk-node",
      ],
    };
  }
}

const isMissing = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";

/** A transport whose calls of the mail server have spans. */
export function tracedTransport<Kind extends Message>(
  transport: Transport<Kind>,
  { host, port }: { readonly host: string; readonly port: number },
  tracing: Tracing | undefined,
): Transport<Kind> {
  if (!tracing) return transport;
  const attributes = {
    "network.protocol.name": "smtp",
    "server.address": host,
    "server.port": port,
  };
  return {
    send: (message) => tracing.call("SMTP send", attributes, () => transport.send(message)),
    call: () => tracing.call("SMTP verify", attributes, async () => transport.call?.()),
  };
}

/** An outbox whose deliveries each have a trace: they come after the answers, and serve several requests. */
export function tracedOutbox(outbox: Outbox, tracing: Tracing | undefined): Outbox {
  if (!tracing) return outbox;
  return {
    ...outbox,
    deliverBy: (delivery) =>
      outbox.deliverBy({
        ...delivery,
        deliver: (message, isRetry) =>
          tracing.alone("deliver message", () => delivery.deliver(message, isRetry)),
      }),
  };
}
