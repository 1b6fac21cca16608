import { call } from "./call.ts";

/** Returns which key has opened the desk: the one in its link, or the project's secret key. */
export const getAccess = () => call<{ readonly key: "link" | "secret" }>("/access");
