import type { Environment } from "../config/environment/variable-types.ts";
import type { Log } from "../log/log.ts";
import { isPackageMissing } from "../missing-package.ts";
import type { Tracing } from "../monitoring/tracing.ts";

/**
 * Starts tracing if the environment names a collector (OpenTelemetry's standard variables).
 *
 * @returns no `tracing` without a collector. If OpenTelemetry's packages are missing, returns a warning
 * instead of failing, because platforms set the variables for everything that they run.
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
    if (!isPackageMissing(error)) throw error;
    return {
      warnings: [
        "OTEL_EXPORTER_OTLP_ENDPOINT turns on traces, which need two packages: npm install @opentelemetry/api @opentelemetry/sdk-node",
      ],
    };
  }
}
