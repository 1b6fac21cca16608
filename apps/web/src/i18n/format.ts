import { useVocabulary } from "./vocabulary.tsx";

/** Writes numbers and moments the way one language does. */
export interface Format {
  readonly number: (value: number) => string;
  /** A share of 1. */
  readonly percent: (share: number) => string;
  /** A number of bytes, in the largest unit of which there is one. */
  readonly size: (bytes: number) => string;
  /** A day in full, without the time of day. */
  readonly date: (moment: string) => string;
  /** Day and time in full, for a tooltip or a `<time>`. */
  readonly moment: (moment: string) => string;
  /** How long ago, up to a week; the day after that. */
  readonly ago: (moment: string, now?: number) => string;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const units = [
  { bytes: 1e6, unit: "megabyte", unitDisplay: "short" },
  { bytes: 1e3, unit: "kilobyte", unitDisplay: "short" },
  { bytes: 1, unit: "byte", unitDisplay: "long" },
] as const;

const made = new Map<string, Format>();

/** The formats of a language, by its BCP 47 tag. Made once: making them costs more than writing a page. */
export function formatsOf(code: string): Format {
  const format = made.get(code) ?? newFormats(code);
  made.set(code, format);
  return format;
}

function newFormats(code: string): Format {
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
      const found = sizes.find(({ bytes }) => count >= bytes) ?? sizes.at(-1);
      return found ? found.format.format(count / found.bytes) : "";
    },
    date: (value) => date.format(new Date(value)),
    moment: (value) => moment.format(new Date(value)),
    ago: (value, now = Date.now()) => {
      // A clock that runs behind the server's must not say "in 3 seconds".
      const seconds = Math.max(0, Math.round((now - Date.parse(value)) / 1000));
      if (seconds < minute) return relative.format(0, "second");
      if (seconds < hour) return relative.format(-Math.floor(seconds / minute), "minute");
      if (seconds < day) return relative.format(-Math.floor(seconds / hour), "hour");
      if (seconds < 7 * day) return relative.format(-Math.floor(seconds / day), "day");
      return date.format(new Date(value));
    },
  };
}

/**
 * The variety of a language that somebody reads: British English has other dates than American. The
 * language itself if they read none in particular.
 */
export function varietyOf(code: string, wanted: readonly string[]): string {
  return wanted.find((tag) => tag.toLowerCase().split("-")[0] === code) ?? code;
}

/** The formats of the language spoken. */
export function useFormat(): Format {
  const { language } = useVocabulary();
  return formatsOf(varietyOf(language.code, navigator.languages));
}
