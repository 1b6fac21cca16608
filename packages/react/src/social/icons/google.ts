import type { ProviderIcon } from "../provider-icon.ts";

/** Google: the G in its four colors, each a piece of the ring. */
const google: ProviderIcon = [
  ["#4285f4", "M23 10H12v4h6a7 7 0 0 1-2 3l3 3a11 11 0 0 0 4-10"],
  ["#34a853", "M19 20A11 11 0 0 1 2 17l4-2a7 7 0 0 0 10 2"],
  ["#fbbc05", "M2 17A11 11 0 0 1 2 7l4 2a7 7 0 0 0 0 6"],
  ["#ea4335", "M2 7a11 11 0 0 1 18-3l-3 3A7 7 0 0 0 6 9"],
];

export default google;
