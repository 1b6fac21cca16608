/** When a job runs: at an interval, once when the server starts, or in every matching minute. */
export type Schedule =
  | { readonly kind: "interval"; readonly intervalMs: number }
  | { readonly kind: "start" }
  | {
      readonly kind: "minutes";
      matches(minute: Date): boolean;
      /** Returns the first matching minute after a date, or undefined if there is none within some years. */
      next(start: Date): Date | undefined;
    };

const aliases: Readonly<Record<string, string>> = {
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

/** Parses a pg_cron schedule in UTC. Returns undefined if the text is not a schedule. */
export function parseSchedule(text: string): Schedule | undefined {
  const normalized = text.trim().toLowerCase();
  if (normalized === "@reboot") return { kind: "start" };
  const seconds = /^([1-5]?\d)\s+seconds?$/.exec(normalized)?.[1];
  if (seconds !== undefined) {
    return Number(seconds) > 0
      ? { kind: "interval", intervalMs: Number(seconds) * 1000 }
      : undefined;
  }
  const fields = (aliases[normalized] ?? normalized).split(/\s+/);
  if (fields.length !== 5) return undefined;
  const [minute, hour, day, month, weekday] = [
    parseField(fields[0], 0, 59),
    parseField(fields[1], 0, 23),
    parseField(fields[2], 1, 31),
    parseField(fields[3], 1, 12, months),
    parseField(fields[4], 0, 7, days),
  ];
  if (!minute || !hour || !day || !month || !weekday) return undefined;
  // If day and weekday are both restricted, either match is enough (cron(5)).
  const anyDayMatches = !fields[2]?.startsWith("*") && !fields[4]?.startsWith("*");
  const isOnDate = (date: Date) => {
    const isLastDay = new Date(date.getTime() + dayMs).getUTCDate() === 1;
    const onDay = day.has(date.getUTCDate()) || (isLastDay && day.has(lastDayOfMonth));
    const onWeekday = weekday.has(date.getUTCDay()) || (date.getUTCDay() === 0 && weekday.has(7));
    return (
      month.has(date.getUTCMonth() + 1) && (anyDayMatches ? onDay || onWeekday : onDay && onWeekday)
    );
  };
  const inHour = (date: Date) => hour.has(date.getUTCHours());
  const inMinute = (date: Date) => minute.has(date.getUTCMinutes());
  return {
    kind: "minutes",
    matches: (date) => inMinute(date) && inHour(date) && isOnDate(date),
    next: (start) => {
      const endMs = start.getTime() + maxSearchMs;
      let timeMs = Math.floor(start.getTime() / minuteMs) * minuteMs + minuteMs;
      while (timeMs < endMs) {
        const date = new Date(timeMs);
        // Skip whole days and hours, so that the next run of a yearly schedule is found in a few hundred steps.
        if (!isOnDate(date)) timeMs = Math.floor(timeMs / dayMs) * dayMs + dayMs;
        else if (!inHour(date)) timeMs = Math.floor(timeMs / hourMs) * hourMs + hourMs;
        else if (inMinute(date)) return date;
        else timeMs += minuteMs;
      }
      return undefined;
    },
  };
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** The next 29 February can be eight years away. */
const maxSearchMs = 9 * 366 * dayMs;

/** Returns when a schedule is due next, or undefined if it is never due or the text is not a schedule. */
export function nextRun(text: string, start: Date): Date | undefined {
  const schedule = parseSchedule(text);
  if (schedule?.kind === "minutes") return schedule.next(start);
  if (schedule?.kind !== "interval") return undefined;
  const { intervalMs } = schedule;
  return new Date((Math.floor(start.getTime() / intervalMs) + 1) * intervalMs);
}

/** Stands for `$`, the last day of the month. */
const lastDayOfMonth = 99;

function parseField(
  text: string | undefined,
  min: number,
  max: number,
  names: readonly string[] = [],
): ReadonlySet<number> | undefined {
  const values = new Set<number>();
  for (const part of (text ?? "").split(",")) {
    if (part === "$" && max === 31) {
      values.add(lastDayOfMonth);
      continue;
    }
    const [, range = "", step = "1"] = /^([^/]+)(?:\/(\d+))?$/.exec(part) ?? [];
    const [first, last, ...extraBounds] = range.split("-").map((bound) => {
      const index = names.indexOf(bound);
      return index >= 0 ? index + min : /^\d+$/.test(bound) ? Number(bound) : Number.NaN;
    });
    const start = range === "*" ? min : first;
    const end = range === "*" ? max : (last ?? (part.includes("/") ? max : first));
    if (start === undefined || end === undefined || extraBounds.length > 0 || Number(step) < 1)
      return;
    if (!(start >= min && end <= max && start <= end)) return undefined;
    for (let value = start; value <= end; value += Number(step)) values.add(value);
  }
  return values;
}
