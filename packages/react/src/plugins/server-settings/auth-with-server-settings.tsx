import { type ComponentType, useMemo } from "react";
import type { AuthProps } from "../plugin.ts";
import { serverSettings } from "./server-settings.ts";

/**
 * Renders `<Auth settings>`: the form with {@link serverSettings}. This module is loaded on demand. It receives the
 * form as a prop instead of importing it, so that bundlers need not split the form into chunks.
 */
export default function AuthWithServerSettings({
  View,
  ...props
}: AuthProps & { View: ComponentType<AuthProps> }) {
  const { plugins } = props;
  const allPlugins = useMemo(() => [serverSettings(), ...(plugins ?? [])], [plugins]);
  return <View {...props} plugins={allPlugins} />;
}
