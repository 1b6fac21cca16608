import { useEffect, useLayoutEffect } from "react";

/** A layout effect in the browser. On a server, where React 18 warns of one, it is nothing. */
export const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
