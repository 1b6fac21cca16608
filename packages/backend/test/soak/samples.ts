import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** The state of a process at one time (Linux only). */
export interface Sample {
  readonly takenAt: number;
  readonly residentMegabytes: number;
  /** The number of open sockets, pipes and similar handles. */
  readonly handles: number;
  /** The number of open files. The embedded database keeps the files of its tables open. */
  readonly files: number;
  /** The number of sessions on the PostgreSQL server. */
  readonly connections: number;
}

export function takeSample(pid: number, connections: number): Sample {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const targets = readdirSync(`/proc/${pid}/fd`).map((name) => targetOf(pid, name));
  const files = targets.filter(
    (target) => target.startsWith("/") && !target.startsWith("/dev/"),
  ).length;
  const kilobytes = Number(status.match(/^VmRSS:\s+(\d+) kB$/m)?.[1]);
  return {
    takenAt: Date.now(),
    residentMegabytes: kilobytes / 1024,
    handles: targets.length - files,
    files,
    connections,
  };
}

/** Returns the target of a descriptor; empty if it was closed after the folder was listed. */
function targetOf(pid: number, name: string): string {
  try {
    return readlinkSync(`/proc/${pid}/fd/${name}`);
  } catch {
    return "";
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Returns the medians of the first and the last third. */
export function mediansOfThirds(values: readonly number[]): {
  readonly first: number;
  readonly last: number;
} {
  const third = Math.max(1, Math.floor(values.length / 3));
  return { first: median(values.slice(0, third)), last: median(values.slice(-third)) };
}

/** Returns the slope of the memory by least squares, in megabytes per minute. */
export function slopeOf(samples: readonly Sample[]): number {
  const meanTime = average(samples.map(({ takenAt }) => takenAt));
  const meanMemory = average(samples.map(({ residentMegabytes }) => residentMegabytes));
  let [covariance, variance] = [0, 0];
  for (const { takenAt, residentMegabytes } of samples) {
    covariance += (takenAt - meanTime) * (residentMegabytes - meanMemory);
    variance += (takenAt - meanTime) ** 2;
  }
  return (covariance / variance) * 60_000;
}

const average = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
