"use client";

import { useRef } from "react";
import { useBrowserLayoutEffect } from "../../browser-layout-effect.ts";
import { renderParts, renderScreens, usePluginForm, usePluginOptions } from "../compose.tsx";
import { useLastMethod } from "../last-used-method/stored-method.ts";
import type { AuthPlugin, PluginForm } from "../plugin.ts";
import { textsFor } from "../texts-for.ts";
import { more_methods as english } from "./en.ts";

/**
 * Moves less common sign-in methods into a disclosure. If the last used method is among them (see {@link
 * lastUsedMethod}), the disclosure is open and starts with that method.
 *
 * @example
 * const plugins = [lastUsedMethod(), moreMethods([singleSignOn(), phone(), anonymousSignIn()])];
 * <Auth supabaseClient={supabase} plugins={plugins} />
 */
export function moreMethods(plugins: readonly AuthPlugin[]): AuthPlugin {
  return {
    Screen: ({ form, children }) => renderScreens(plugins, form, children),
    Above: ({ form }) => renderParts(plugins, "Above", form),
    Fields: ({ form }) => renderParts(plugins, "Fields", form),
    After: ({ form }) => renderParts(plugins, "After", form),
    Below: ({ form }) => <MoreMethods plugins={plugins} form={form} />,
    useOptions: (options) => usePluginOptions(plugins, options),
    useForm: (form) => usePluginForm(plugins, form),
  };
}

function MoreMethods({ plugins, form }: { plugins: readonly AuthPlugin[]; form: PluginForm }) {
  const texts = textsFor("more_methods", english, form.options.localization);
  const details = useRef<HTMLDetailsElement>(null);
  const lastMethod = useLastMethod();
  const offeredPlugins = plugins.filter(({ method }) => !method || method.isOffered(form));
  const isLastUsed = ({ method }: AuthPlugin) => method !== undefined && method.name === lastMethod;
  const hasLastUsed = offeredPlugins.some(isLastUsed);

  // Set `open` on the element instead of in JSX, because the user may open or close it even before hydration.
  useBrowserLayoutEffect(() => {
    if (hasLastUsed && details.current) details.current.open = true;
  }, [hasLastUsed]);

  if (offeredPlugins.length === 0) return null;
  return (
    <details ref={details} className="portico-more">
      <summary>{form.view === "sign_up" ? texts.sign_up : texts.sign_in}</summary>
      {renderParts(offeredPlugins.filter(isLastUsed), "Below", form)}
      {renderParts(
        offeredPlugins.filter((plugin) => !isLastUsed(plugin)),
        "Below",
        form,
      )}
    </details>
  );
}
