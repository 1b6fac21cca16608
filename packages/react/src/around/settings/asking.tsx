import { type ComponentType, useMemo } from "react";
import type { AroundProps } from "../extra.ts";
import { offered } from "./offered.ts";

/**
 * `<Auth settings>`: the form with {@link offered} around it. Loaded by those alone who ask for it;
 * it is handed the form, so that it shares no module with it and a bundler need not split the form.
 */
export default function Asking({
  View,
  ...props
}: AroundProps & { View: ComponentType<AroundProps> }) {
  const { around } = props;
  const all = useMemo(() => [offered(), ...(around ?? [])], [around]);
  return <View {...props} around={all} />;
}
