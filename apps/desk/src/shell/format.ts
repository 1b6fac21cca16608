const dateTime = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** Formats a time for display. Returns "never" if the time is missing. */
export function formatTime(time: string | null | undefined): string {
  if (!time) return "never";
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? time : dateTime.format(date);
}

const units = ["bytes", "KB", "MB", "GB", "TB"] as const;

/** Formats a size in powers of 1,000, as the storage API does in its limits. */
export function formatBytes(bytes: number | null | undefined): string {
  if (bytes == null) return "";
  if (bytes < 1_000) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  const power = Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const number = bytes / 1_000 ** power;
  return `${number.toFixed(number < 10 ? 1 : 0)} ${units[power]}`;
}

export const formatCount = (count: number, singular: string, plural = `${singular}s`): string =>
  count === 1 ? `1 ${singular}` : `${count.toLocaleString("en-US")} ${plural}`;
