import type { ProviderIcon } from "../provider-icon.ts";

/** Azure: the folded A, in three flat blues that are visible on light and dark. */
const azure: ProviderIcon = [
  ["#1b74c9", "M9 2h6L8 20q-.5 1-1.5 1H3q-2 0-1-2L8 3q0-1 1-1"],
  ["#0078d4", "M17 15H9q-2 0-.5 1l5 4q1 1 2 1H20"],
  ["#41b0ee", "M16 3q0-1-1-1H9q1 0 1 1l6 16q.5 2-1 2h6q2 0 1-2z"],
];

export default azure;
