const dateTime = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** Returns a time for people to read; "never" without one. */
export function formatTime(time: string | null | undefined): string {
  if (!time) return "never";
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? time : dateTime.format(date);
}

const units = ["bytes", "KB", "MB", "GB", "TB"] as const;

/** Returns a size in powers of 1,000, as the storage wire reads sizes. */
export function formatBytes(bytes: number | null | undefined): string {
  if (bytes == null) return "";
  if (bytes < 1_000) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  const power = Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const number = bytes / 1_000 ** power;
  return `${number.toFixed(number < 10 ? 1 : 0)} ${units[power]}`;
}

export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString("en-US")} ${many}`;
