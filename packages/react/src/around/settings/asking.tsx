import { useMemo } from "react";
import { AuthView } from "../../auth-view.tsx";
import type { AuthProps } from "../../types.ts";
import { offered } from "./offered.ts";

/** `<Auth settings>`: the form with {@link offered} around it. Loaded by those alone who ask for it. */
export default function Asking(props: AuthProps) {
  const { around } = props;
  const all = useMemo(() => [offered(), ...(around ?? [])], [around]);
  return <AuthView {...props} around={all} />;
}
