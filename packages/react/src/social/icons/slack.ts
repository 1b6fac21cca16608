import type { ProviderIcon } from "../provider-icon.ts";

/** Slack: the four capsules. */
const slack: ProviderIcon = [
  [
    "#e01e5a",
    "M5 12.7v2.5a2.5 2.5 0 1 1-2.5-2.5zM6.3 15.2a2.5 2.5 0 0 1 5 0v6.3a2.5 2.5 0 0 1-5 0z",
  ],
  [
    "#36c5f0",
    "M11.3 5H8.8a2.5 2.5 0 1 1 2.5-2.5zM8.8 6.3a2.5 2.5 0 0 1 0 5H2.5a2.5 2.5 0 0 1 0-5z",
  ],
  [
    "#2eb67d",
    "M19 11.3V8.8a2.5 2.5 0 1 1 2.5 2.5zM17.7 8.8a2.5 2.5 0 0 1-5 0V2.5a2.5 2.5 0 0 1 5 0z",
  ],
  [
    "#ecb22e",
    "M12.7 19h2.5a2.5 2.5 0 1 1-2.5 2.5zM15.2 17.7a2.5 2.5 0 0 1 0-5h6.3a2.5 2.5 0 0 1 0 5z",
  ],
];

export default slack;
