/** Returns a duration of XML Schema, such as `PT6H`, in milliseconds. Returns undefined if it is not one. */
export function parseDuration(text: string): number | undefined {
  const match =
    /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(
      text,
    );
  if (!match || /[PT]$/.test(text)) return undefined;
  const [years, months, days, hours, minutes, seconds] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  const totalDays = (years ?? 0) * 365 + (months ?? 0) * 30 + (days ?? 0);
  const totalMinutes = (totalDays * 24 + (hours ?? 0)) * 60 + (minutes ?? 0);
  return (totalMinutes * 60 + (seconds ?? 0)) * 1000;
}
