import type { ProviderIcon } from "../provider-icon.ts";

/** GitHub: the mark, in the color of the text. */
const github: ProviderIcon = [
  [
    "currentColor",
    "M12 0a12 12 0 0 0-3 23.6v-3q-3 .5-4-1.5-.5-1-1.5-2 1-.5 2 1 1 1.5 3.5 1 0-1 1-2c-3-.5-5.5-1.5-5.5-6q0-2 1-3-.5-1.5 0-3 1.5 0 3.5 1 3-1 6 0 2-1 3.5-1 .5 1.5 0 3 1 1 1 3c0 4.5-2.5 5.5-5.5 6q1 1 1 2.5v4a12 12 0 0 0-3-23.6",
  ],
];

export default github;
