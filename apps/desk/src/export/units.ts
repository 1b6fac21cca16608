/** Formats a number of bytes with a unit. */
export function formatSignedBytes(bytes: number): string {
  const sign = bytes < 0 ? "−" : "";
  const size = Math.abs(bytes);
  if (size < 1_000) return `${sign}${size} B`;
  if (size < 1_000_000) return `${sign}${(size / 1_000).toFixed(1)} kB`;
  if (size < 1_000_000_000) return `${sign}${(size / 1_000_000).toFixed(1)} MB`;
  return `${sign}${(size / 1_000_000_000).toFixed(1)} GB`;
}

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
] as const;

/** Formats a duration with its two largest units, such as `1 day 2 hours`. */
export function formatDuration(milliseconds: number): string {
  const parts: string[] = [];
  let remainingMs = Math.abs(milliseconds);
  for (const [name, unitMs] of units) {
    const count = Math.floor(remainingMs / unitMs);
    remainingMs -= count * unitMs;
    if (count > 0) parts.push(`${count} ${name}${count === 1 ? "" : "s"}`);
  }
  return parts.slice(0, 2).join(" ") || "0 seconds";
}

/** Formats a number of milliseconds, as milliseconds or seconds. */
export function formatMilliseconds(milliseconds: number): string {
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  return milliseconds < 10_000
    ? `${Math.round(milliseconds)} ms`
    : `${(milliseconds / 1_000).toFixed(1)} s`;
}

/** Formats a time in the browser's time zone, with seconds. */
export const formatDateTime = (moment: string | number) =>
  new Date(moment).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "medium" });
