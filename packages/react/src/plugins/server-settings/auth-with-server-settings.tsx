import { type ComponentType, useMemo } from "react";
import type { AuthProps } from "../plugin.ts";
import { serverSettings } from "./server-settings.ts";

/**
 * `<Auth settings>`: the form with {@link serverSettings}. Loaded by those alone who ask for it;
 * it is handed the form, so that it shares no module with it and a bundler need not split the form.
 */
export default function Asking({ View, ...props }: AuthProps & { View: ComponentType<AuthProps> }) {
  const { plugins } = props;
  const all = useMemo(() => [serverSettings(), ...(plugins ?? [])], [plugins]);
  return <View {...props} plugins={all} />;
}
