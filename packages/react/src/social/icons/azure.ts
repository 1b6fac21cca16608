import type { Mark } from "../mark.ts";

/** Azure: the folded A, in three flat blues that hold on light and dark. */
const azure: Mark = [
  ["#1b74c9", "M8.6 2h6.2L8.5 20.6a1 1 0 0 1-1 .7H2.6a1 1 0 0 1-1-1.3L7.7 2.7a1 1 0 0 1 .9-.7z"],
  ["#0078d4", "M17.4 14.6H8.2a.5.5 0 0 0-.3.8l5.9 5.5c.3.2.6.4 1 .4h5z"],
  [
    "#41b0ee",
    "M16.3 2.7a1 1 0 0 0-.9-.7H9.2a1 1 0 0 1 .9.7L16.1 20a1 1 0 0 1-.9 1.3H21.4a1 1 0 0 0 1-1.3z",
  ],
];

export default azure;
