/** The browser and the operating system that a user agent names. */
export interface Device {
  readonly browser: string | undefined;
  readonly system: string | undefined;
}

/**
 * User-agent patterns and browser names. The first match wins, because most browsers also name the browser that they
 * are based on.
 */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|Opera|OPT)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bVersion\/[\d.]+ .*Safari\//, "Safari"],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\b(?:Macintosh|Mac OS X)\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** Returns the browser and the operating system that a user agent names; either can be undefined. */
export function deviceOf(userAgent: string | null | undefined): Device {
  const text = (userAgent ?? "").slice(0, 1000);
  const nameIn = (table: typeof browsers) => table.find(([pattern]) => pattern.test(text))?.[1];
  return { browser: nameIn(browsers), system: nameIn(systems) };
}
