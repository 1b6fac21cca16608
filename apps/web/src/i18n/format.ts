import { useTranslations } from "./translations.tsx";

/** Formats numbers and dates in one language. */
export interface Format {
  readonly number: (value: number) => string;
  /** Formats a fraction of 1 as a percentage. */
  readonly percent: (share: number) => string;
  /** Formats a number of bytes in the largest unit that gives at least 1. */
  readonly size: (bytes: number) => string;
  /** Formats a date without the time of day. Returns the text itself if it is not a date that Intl can format. */
  readonly date: (moment: string) => string;
  /** Formats a date with the time of day. Returns the text itself if it is not a date that Intl can format. */
  readonly moment: (moment: string) => string;
  /** Formats the time since a moment, or its date if that is more than a week ago. */
  readonly ago: (moment: string, now?: number) => string;
}

const minuteSeconds = 60;
const hourSeconds = 60 * minuteSeconds;
const daySeconds = 24 * hourSeconds;

const units = [
  { bytes: 1e6, unit: "megabyte", unitDisplay: "short" },
  { bytes: 1e3, unit: "kilobyte", unitDisplay: "short" },
  { bytes: 1, unit: "byte", unitDisplay: "long" },
] as const;

const cache = new Map<string, Format>();

/**
 * Returns the formats of a language, by its BCP 47 tag. They are cached, because creating them takes longer than a
 * render.
 */
export function formatOf(code: string): Format {
  const format = cache.get(code) ?? createFormat(code);
  cache.set(code, format);
  return format;
}

function createFormat(code: string): Format {
  const number = new Intl.NumberFormat(code);
  const percent = new Intl.NumberFormat(code, { style: "percent" });
  const sizes = units.map(({ bytes, ...unit }) => ({
    bytes,
    format: new Intl.NumberFormat(code, { style: "unit", ...unit, maximumFractionDigits: 1 }),
  }));
  const date = new Intl.DateTimeFormat(code, { dateStyle: "medium" });
  const moment = new Intl.DateTimeFormat(code, { dateStyle: "long", timeStyle: "short" });
  const relative = new Intl.RelativeTimeFormat(code, { numeric: "auto" });
  return {
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    size: (count) => {
      const sizeFormat = sizes.find(({ bytes }) => count >= bytes) ?? sizes.at(-1);
      return sizeFormat ? sizeFormat.format.format(count / sizeFormat.bytes) : "";
    },
    date: (value) => formatDate(date, value),
    moment: (value) => formatDate(moment, value),
    ago: (value, now = Date.now()) => {
      // The device's clock can be behind the server's, so never format a time in the future.
      const seconds = Math.max(0, Math.round((now - Date.parse(value)) / 1000));
      if (seconds < minuteSeconds) return relative.format(0, "second");
      if (seconds < hourSeconds)
        return relative.format(-Math.floor(seconds / minuteSeconds), "minute");
      if (seconds < daySeconds) return relative.format(-Math.floor(seconds / hourSeconds), "hour");
      if (seconds < 7 * daySeconds)
        return relative.format(-Math.floor(seconds / daySeconds), "day");
      return formatDate(date, value);
    },
  };
}

/**
 * Formats a date. PostgreSQL has dates that JavaScript lacks, such as `infinity`. Intl throws a RangeError for them.
 */
function formatDate(format: Intl.DateTimeFormat, value: string): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? value : format.format(date);
}

/**
 * Returns the regional variant of a language that the browser prefers: dates in British English differ from American
 * ones. Returns the language itself if the browser prefers none.
 */
export function regionalVariantOf(code: string, preferred: readonly string[]): string {
  return preferred.find((tag) => tag.toLowerCase().split("-")[0] === code) ?? code;
}

/** Returns the formats of the current language. */
export function useFormat(): Format {
  const { language } = useTranslations();
  return formatOf(regionalVariantOf(language.code, navigator.languages));
}
