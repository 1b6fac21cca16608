import type { ReactNode } from "react";
import type { AuthPlugin, AuthProps, PluginForm } from "./plugin.ts";

/** Renders the components of all plugins for a slot, in the order of the plugins. */
export function renderParts(
  plugins: readonly AuthPlugin[],
  slot: "Above" | "Fields" | "After" | "Below",
  form: PluginForm,
): ReactNode {
  return plugins.map(({ [slot]: Part }, index) => Part && <Part key={String(index)} form={form} />);
}

/** Renders a view inside the plugins' screens. The first plugin's screen is the outermost. */
export function renderScreens(
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

/** Returns the form after each plugin has changed it. This is a hook, because it calls each plugin's `useForm`. */
export function usePluginForm(plugins: readonly AuthPlugin[], form: PluginForm): PluginForm {
  return plugins.reduce(
    // biome-ignore lint/correctness/useHookAtTopLevel: the form is remounted if the number of hooks changes
    (form, plugin) => plugin.useForm?.(form) ?? form,
    form,
  );
}

/**
 * Returns the options of a form after each plugin has changed them. This is a hook, because it calls each plugin's
 * `useOptions`.
 */
export function usePluginOptions(plugins: readonly AuthPlugin[], options: AuthProps): AuthProps {
  return plugins.reduce(
    // biome-ignore lint/correctness/useHookAtTopLevel: the form is remounted if the number of hooks changes
    (options, plugin) => plugin.useOptions?.(options) ?? options,
    options,
  );
}
