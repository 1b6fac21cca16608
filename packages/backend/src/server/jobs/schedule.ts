/** When a job runs: at an interval, or in the minutes that match. */
export type Schedule =
  | { readonly kind: "interval"; readonly milliseconds: number }
  | { readonly kind: "start" }
  | { readonly kind: "minutes"; matches(minute: Date): boolean };

const names: Readonly<Record<string, string>> = {
  "@yearly": "0 0 1 1 *",
  "@annually": "0 0 1 1 *",
  "@monthly": "0 0 1 * *",
  "@weekly": "0 0 * * 0",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@hourly": "0 * * * *",
};
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** Reads a schedule of pg_cron, in UTC; undefined for what is none. */
export function readSchedule(text: string): Schedule | undefined {
  const trimmed = text.trim().toLowerCase();
  if (trimmed === "@reboot") return { kind: "start" };
  const seconds = /^([1-5]?\d)\s+seconds?$/.exec(trimmed)?.[1];
  if (seconds !== undefined) {
    return Number(seconds) > 0
      ? { kind: "interval", milliseconds: Number(seconds) * 1000 }
      : undefined;
  }
  const fields = (names[trimmed] ?? trimmed).split(/\s+/);
  if (fields.length !== 5) return undefined;
  const [minute, hour, day, month, weekday] = [
    readField(fields[0], 0, 59),
    readField(fields[1], 0, 23),
    readField(fields[2], 1, 31),
    readField(fields[3], 1, 12, months),
    readField(fields[4], 0, 7, days),
  ];
  if (!minute || !hour || !day || !month || !weekday) return undefined;
  // Restricted both, either is enough (cron(5)).
  const isEither = !fields[2]?.startsWith("*") && !fields[4]?.startsWith("*");
  return {
    kind: "minutes",
    matches: (at) => {
      const isLast = new Date(at.getTime() + 86_400_000).getUTCDate() === 1;
      const onDay = day.has(at.getUTCDate()) || (isLast && day.has(lastDay));
      const onWeekday = weekday.has(at.getUTCDay()) || (at.getUTCDay() === 0 && weekday.has(7));
      return (
        minute.has(at.getUTCMinutes()) &&
        hour.has(at.getUTCHours()) &&
        month.has(at.getUTCMonth() + 1) &&
        (isEither ? onDay || onWeekday : onDay && onWeekday)
      );
    },
  };
}

/** The number that stands for the last day of a month, `$`. */
const lastDay = 99;

function readField(
  text: string | undefined,
  least: number,
  most: number,
  words: readonly string[] = [],
): ReadonlySet<number> | undefined {
  const values = new Set<number>();
  for (const part of (text ?? "").split(",")) {
    if (part === "$" && most === 31) {
      values.add(lastDay);
      continue;
    }
    const [, range = "", step = "1"] = /^([^/]+)(?:\/(\d+))?$/.exec(part) ?? [];
    const [from, to, ...rest] = range.split("-").map((end) => {
      const word = words.indexOf(end);
      return word >= 0 ? word + least : /^\d+$/.test(end) ? Number(end) : Number.NaN;
    });
    const first = range === "*" ? least : from;
    const last = range === "*" ? most : (to ?? (part.includes("/") ? most : from));
    if (first === undefined || last === undefined || rest.length > 0 || Number(step) < 1) return;
    if (!(first >= least && last <= most && first <= last)) return undefined;
    for (let value = first; value <= last; value += Number(step)) values.add(value);
  }
  return values;
}
