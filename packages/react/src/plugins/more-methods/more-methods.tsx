"use client";

import { useRef } from "react";
import { useBrowserLayoutEffect } from "../../browser-layout-effect.ts";
import { partsOf, screensOf, useOptionsOf } from "../compose.tsx";
import { useLastMethod } from "../last-used-method/stored-method.ts";
import type { AuthPlugin, PluginForm } from "../plugin.ts";
import { wordsFor } from "../words-for.ts";
import { more_methods as english } from "./en.ts";

/**
 * Moves less common sign-in methods into a disclosure. It is open if one of them was used last (see {@link
 * lastUsedMethod}), with that one first.
 *
 * @example
 * const plugins = [lastUsedMethod(), moreMethods([singleSignOn(), phone(), anonymousSignIn()])];
 * <Auth supabaseClient={supabase} plugins={plugins} />
 */
export function moreMethods(plugins: readonly AuthPlugin[]): AuthPlugin {
  return {
    Screen: ({ form, children }) => screensOf(plugins, form, children),
    Above: ({ form }) => partsOf(plugins, "Above", form),
    Fields: ({ form }) => partsOf(plugins, "Fields", form),
    After: ({ form }) => partsOf(plugins, "After", form),
    Below: ({ form }) => <MoreMethods plugins={plugins} form={form} />,
    useOptions: (options) => useOptionsOf(plugins, options),
  };
}

function MoreMethods({ plugins, form }: { plugins: readonly AuthPlugin[]; form: PluginForm }) {
  const words = wordsFor("more_methods", english, form.options.localization);
  const details = useRef<HTMLDetailsElement>(null);
  const last = useLastMethod();
  const offeredPlugins = plugins.filter(({ method }) => !method || method.isOffered(form));
  const isLast = ({ method }: AuthPlugin) => method !== undefined && method.name === last;
  const hasLast = offeredPlugins.some(isLast);

  // Sets `open` on the element instead of in JSX: the user may open or close it even before hydration.
  useBrowserLayoutEffect(() => {
    if (hasLast && details.current) details.current.open = true;
  }, [hasLast]);

  if (offeredPlugins.length === 0) return null;
  return (
    <details ref={details} className="portico-more">
      <summary>{form.view === "sign_up" ? words.sign_up : words.sign_in}</summary>
      {partsOf(offeredPlugins.filter(isLast), "Below", form)}
      {partsOf(
        offeredPlugins.filter((plugin) => !isLast(plugin)),
        "Below",
        form,
      )}
    </details>
  );
}
