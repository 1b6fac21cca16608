import type { ProviderIcon } from "../provider-icon.ts";

/** X, formerly Twitter: the letter, in the color of the text. */
const x: ProviderIcon = [
  [
    "currentColor",
    "M14.23 10.16 22.98 0h-2.07l-7.59 8.82L7.25 0H.26l9.17 13.34L.26 24H2.33l8.02-9.32L16.75 24h6.99zm-2.84 3.3-.93-1.33L3.08 1.56h3.18l5.96 8.53.93 1.33 7.75 11.09h-3.18z",
  ],
];

export default x;
