import { type ComponentType, useMemo } from "react";
import type { AuthProps } from "../plugin.ts";
import { serverSettings } from "./server-settings.ts";

/**
 * Renders `<Auth settings>`: the form with {@link serverSettings}. Loaded on demand. It receives the form as a prop, so
 * that it shares no module with it and bundlers need not split the form.
 */
export default function AuthWithServerSettings({
  View,
  ...props
}: AuthProps & { View: ComponentType<AuthProps> }) {
  const { plugins } = props;
  const all = useMemo(() => [serverSettings(), ...(plugins ?? [])], [plugins]);
  return <View {...props} plugins={all} />;
}
