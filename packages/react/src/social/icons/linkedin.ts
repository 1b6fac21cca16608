import type { ProviderIcon } from "../provider-icon.ts";

/** LinkedIn: the letters cut out of their square. */
const linkedin: ProviderIcon = [
  [
    "#0a7cd6",
    "M3 1h18a2 2 0 0 1 2 2v18a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2zm1.3 8.4v10.3h3.4V9.4zM6 4.2a1.95 1.95 0 1 0 0 3.9 1.95 1.95 0 0 0 0-3.9zm3.9 5.2v10.3h3.4v-5.5c0-1.5.7-2.2 1.7-2.2s1.6.7 1.6 2.2v5.5H20v-6.2c0-2.9-1.4-4.3-3.5-4.3-1.5 0-2.5.7-3.2 1.7V9.4z",
  ],
];

export default linkedin;
