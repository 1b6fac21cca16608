import { call } from "./call.ts";

/** Returns which key opens the desk: that of its link, or the project's secret key. */
export const getAccess = () => call<{ readonly key: "link" | "secret" }>("/access");
