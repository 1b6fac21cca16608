import type { ProviderIcon } from "../provider-icon.ts";

/** Twitch: the speech bubble with its two eyes. */
const twitch: ProviderIcon = [
  [
    "#9146ff",
    "M11.57 4.71h1.72v5.14H11.57zm4.71 0H18v5.14h-1.71zM6 0L1.71 4.29v15.43h5.14V24l4.29-4.29h3.43L22.29 12V0zm14.57 11.14l-3.43 3.43h-3.43l-3 3v-3H6.86V1.71h13.71Z",
  ],
];

export default twitch;
