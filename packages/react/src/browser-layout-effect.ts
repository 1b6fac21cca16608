import { useEffect, useLayoutEffect } from "react";

/** `useLayoutEffect` in the browser. On a server, where React 18 warns about it, an effect that never runs. */
export const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
