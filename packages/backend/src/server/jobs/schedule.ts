/** When a job runs: at an interval, once when the server starts, or in every matching minute. */
export type Schedule =
  | { readonly kind: "interval"; readonly milliseconds: number }
  | { readonly kind: "start" }
  | {
      readonly kind: "minutes";
      matches(minute: Date): boolean;
      /** Returns the first matching minute after a date, or undefined if there is none within some years. */
      next(from: Date): Date | undefined;
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
  const trimmed = text.trim().toLowerCase();
  if (trimmed === "@reboot") return { kind: "start" };
  const seconds = /^([1-5]?\d)\s+seconds?$/.exec(trimmed)?.[1];
  if (seconds !== undefined) {
    return Number(seconds) > 0
      ? { kind: "interval", milliseconds: Number(seconds) * 1000 }
      : undefined;
  }
  const fields = (aliases[trimmed] ?? trimmed).split(/\s+/);
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
  const isOnDate = (at: Date) => {
    const isLastDay = new Date(at.getTime() + dayMs).getUTCDate() === 1;
    const onDay = day.has(at.getUTCDate()) || (isLastDay && day.has(lastDay));
    const onWeekday = weekday.has(at.getUTCDay()) || (at.getUTCDay() === 0 && weekday.has(7));
    return (
      month.has(at.getUTCMonth() + 1) && (anyDayMatches ? onDay || onWeekday : onDay && onWeekday)
    );
  };
  const inHour = (at: Date) => hour.has(at.getUTCHours());
  const inMinute = (at: Date) => minute.has(at.getUTCMinutes());
  return {
    kind: "minutes",
    matches: (at) => inMinute(at) && inHour(at) && isOnDate(at),
    next: (from) => {
      const end = from.getTime() + longestSearchMs;
      let time = Math.floor(from.getTime() / minuteMs) * minuteMs + minuteMs;
      while (time < end) {
        const at = new Date(time);
        // Skip whole days and hours, so that the next run of a yearly schedule is found in a few hundred steps.
        if (!isOnDate(at)) time = Math.floor(time / dayMs) * dayMs + dayMs;
        else if (!inHour(at)) time = Math.floor(time / hourMs) * hourMs + hourMs;
        else if (inMinute(at)) return at;
        else time += minuteMs;
      }
      return undefined;
    },
  };
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** The next 29 February can be eight years away. */
const longestSearchMs = 9 * 366 * dayMs;

/** Returns when a schedule is due next, or undefined if it is never due or the text is not a schedule. */
export function nextRun(text: string, from: Date): Date | undefined {
  const schedule = parseSchedule(text);
  if (schedule?.kind === "minutes") return schedule.next(from);
  if (schedule?.kind !== "interval") return undefined;
  const { milliseconds } = schedule;
  return new Date((Math.floor(from.getTime() / milliseconds) + 1) * milliseconds);
}

/** Stands for `$`, the last day of the month. */
const lastDay = 99;

function parseField(
  text: string | undefined,
  min: number,
  max: number,
  names: readonly string[] = [],
): ReadonlySet<number> | undefined {
  const values = new Set<number>();
  for (const part of (text ?? "").split(",")) {
    if (part === "$" && max === 31) {
      values.add(lastDay);
      continue;
    }
    const [, range = "", step = "1"] = /^([^/]+)(?:\/(\d+))?$/.exec(part) ?? [];
    const [from, to, ...rest] = range.split("-").map((end) => {
      const index = names.indexOf(end);
      return index >= 0 ? index + min : /^\d+$/.test(end) ? Number(end) : Number.NaN;
    });
    const first = range === "*" ? min : from;
    const last = range === "*" ? max : (to ?? (part.includes("/") ? max : from));
    if (first === undefined || last === undefined || rest.length > 0 || Number(step) < 1) return;
    if (!(first >= min && last <= max && first <= last)) return undefined;
    for (let value = first; value <= last; value += Number(step)) values.add(value);
  }
  return values;
}
