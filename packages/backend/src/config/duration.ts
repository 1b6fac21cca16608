const secondsByUnit: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  "\u00b5s": 1e-6,
  "\u03bcs": 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
};

const durationPart = /(\d+\.?\d*|\.\d+)(ns|us|\u00b5s|\u03bcs|ms|s|m|h)/gy;

/**
 * Parses a duration in Go's format (`1m0s`, `24h`, `1.5h`, `300ms`, `0`), which config.toml uses. Returns seconds, or
 * undefined if the text is invalid or negative.
 *
 * Source: Go's `time.ParseDuration`.
 */
export function parseDuration(text: string): number | undefined {
  if (text === "0") return 0;
  let seconds = 0;
  let end = 0;
  for (const [part, amount, unit] of text.matchAll(durationPart)) {
    seconds += Number(amount) * (secondsByUnit[unit ?? ""] ?? Number.NaN);
    end += part.length;
  }
  return end > 0 && end === text.length ? seconds : undefined;
}
