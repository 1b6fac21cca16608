const units = [
  { seconds: 86_400, singular: "one day", plural: "days" },
  { seconds: 3_600, singular: "one hour", plural: "hours" },
  { seconds: 60, singular: "one minute", plural: "minutes" },
  { seconds: 1, singular: "one second", plural: "seconds" },
] as const;

/** Formats a number of seconds in words, in the largest unit that divides it. */
export function formatDuration(seconds: number): string {
  const unit = units.find(
    (candidate) => seconds >= candidate.seconds && seconds % candidate.seconds === 0,
  );
  if (unit === undefined) return `${seconds} seconds`;
  const count = seconds / unit.seconds;
  return count === 1 ? unit.singular : `${count} ${unit.plural}`;
}
