import type { ReactNode } from "react";
import type { AuthPlugin, AuthProps, PluginForm } from "./plugin.ts";

/** The components that several plugins have for one place, in their order. */
export function partsOf(
  plugins: readonly AuthPlugin[],
  place: "Above" | "Fields" | "After" | "Below",
  form: PluginForm,
): ReactNode {
  return plugins.map(({ [place]: Part }, at) => Part && <Part key={String(at)} form={form} />);
}

/** A view with the screens of several plugins around it, the first outermost. */
export function screensOf(
  plugins: readonly AuthPlugin[],
  form: PluginForm,
  view: ReactNode,
): ReactNode {
  return plugins.reduceRight<ReactNode>(
    (shown, { Screen }, at) =>
      Screen ? (
        <Screen key={String(at)} form={form}>
          {shown}
        </Screen>
      ) : (
        shown
      ),
    view,
  );
}

/** The options of a form once each plugin has changed them. A hook, as theirs are. */
export function useOptionsOf(plugins: readonly AuthPlugin[], options: AuthProps): AuthProps {
  return plugins.reduce(
    // biome-ignore lint/correctness/useHookAtTopLevel: a form has as many in every render, by its key
    (options, plugin) => plugin.useOptions?.(options) ?? options,
    options,
  );
}
