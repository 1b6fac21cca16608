const units = [
  { seconds: 86_400, one: "one day", many: "days" },
  { seconds: 3_600, one: "one hour", many: "hours" },
  { seconds: 60, one: "one minute", many: "minutes" },
  { seconds: 1, one: "one second", many: "seconds" },
] as const;

/** Formats a number of seconds in words, in the largest unit that divides it. */
export function formatDuration(seconds: number): string {
  const unit = units.find(
    (candidate) => seconds >= candidate.seconds && seconds % candidate.seconds === 0,
  );
  if (unit === undefined) return `${seconds} seconds`;
  const count = seconds / unit.seconds;
  return count === 1 ? unit.one : `${count} ${unit.many}`;
}
