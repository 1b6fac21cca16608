import type { ReactNode } from "react";
import type { AuthPlugin, AuthProps, PluginForm } from "./plugin.ts";

/** Renders the components that the plugins have for a slot, in their order. */
export function partsOf(
  plugins: readonly AuthPlugin[],
  slot: "Above" | "Fields" | "After" | "Below",
  form: PluginForm,
): ReactNode {
  return plugins.map(({ [slot]: Part }, index) => Part && <Part key={String(index)} form={form} />);
}

/** Renders a view inside the screens of the plugins; the first is outermost. */
export function screensOf(
  plugins: readonly AuthPlugin[],
  form: PluginForm,
  view: ReactNode,
): ReactNode {
  return plugins.reduceRight<ReactNode>(
    (children, { Screen }, index) =>
      Screen ? (
        <Screen key={String(index)} form={form}>
          {children}
        </Screen>
      ) : (
        children
      ),
    view,
  );
}

/** Returns the options of a form after each plugin has changed them. A hook, since each `useOptions` is one. */
export function useOptionsOf(plugins: readonly AuthPlugin[], options: AuthProps): AuthProps {
  return plugins.reduce(
    // biome-ignore lint/correctness/useHookAtTopLevel: the form's key makes the number of plugins constant
    (options, plugin) => plugin.useOptions?.(options) ?? options,
    options,
  );
}
