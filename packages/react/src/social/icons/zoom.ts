import type { ProviderIcon } from "../provider-icon.ts";

/** Zoom: the camera on its rounded background. */
const zoom: ProviderIcon = [
  [
    "#0b5cff",
    "M6 1h12a5 5 0 0 1 5 5v12a5 5 0 0 1-5 5H6a5 5 0 0 1-5-5V6a5 5 0 0 1 5-5zM4.6 8.2v5.9a2 2 0 0 0 2 2h6.3a.7.7 0 0 0 .7-.7V9.5a2 2 0 0 0-2-2H5.3a.7.7 0 0 0-.7.7zm10.3 2.9v2.3l3.5 2.5c.5.4 1 0 1-.5V8.7c0-.6-.5-.9-1-.5z",
  ],
];

export default zoom;
