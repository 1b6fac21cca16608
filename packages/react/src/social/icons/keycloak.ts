import type { ProviderIcon } from "../provider-icon.ts";

/** Keycloak: the nut and its chevrons. */
const keycloak: ProviderIcon = [
  [
    "#0096b8",
    "m18.74 1.18-12.49 0C4.16 4.78 2.08 8.39 0 12c2.07 3.61 4.16 7.21 6.25 10.82l12.49 0 3.09-5.4h2.16v0H24L24 6.59h-2.17zM8.33 4.79h2.08l1.04 1.8-3.12 5.41 3.12 5.4-1.03 1.81H8.33a2047.57 2047.57 0 0 0-4.17-7.2C5.55 9.61 6.94 7.2 8.33 4.79Zm6.24 0 2.09 0c1.39 2.4 2.78 4.81 4.17 7.22l-4.17 7.2h-2.08c-.38-.56-1.04-1.81-1.04-1.81l3.12-5.41-3.12-5.41z",
  ],
];

export default keycloak;
