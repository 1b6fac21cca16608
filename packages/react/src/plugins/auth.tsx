"use client";

import { lazy, Suspense } from "react";
import { useAuthForm } from "../headless/use-auth-form.ts";
import { AuthLayout } from "../kit/auth-view.tsx";
import type { ViewType } from "../view-names.ts";
import { AfterSlotContext } from "./after-slot.tsx";
import { renderParts, renderScreens, usePluginForm, usePluginOptions } from "./compose.tsx";
import type { AuthProps } from "./plugin.ts";

const AuthWithServerSettings = /* @__PURE__ */ lazy(
  () => import("./server-settings/auth-with-server-settings.tsx"),
);

/**
 * Renders `<Auth>` with plugins. The other props and the form are the same.
 *
 * @example
 * import { Auth, checkEmailScreen } from "@portico/react/plugins";
 *
 * const plugins = [checkEmailScreen({ codeLength: 6 })];
 * <Auth supabaseClient={supabase} plugins={plugins} />
 */
export function Auth(props: AuthProps) {
  // The code that requests the server's settings is loaded on demand.
  return props.settings ? (
    <Suspense>
      <AuthWithServerSettings {...props} View={AuthWithPlugins} />
    </Suspense>
  ) : (
    <AuthWithPlugins {...props} />
  );
}

interface ViewProps extends AuthProps {
  /** The view to return to when the user has been updated. */
  home?: ViewType;
}

/** Renders the form, and remounts it if the number of the plugins' hooks changes. */
export function AuthWithPlugins(props: ViewProps) {
  const hooks = props.plugins?.map(({ useForm, useOptions }) => [useOptions && 1, useForm && 2]);
  return <AuthForm key={hooks?.flat().sort().join("")} {...props} />;
}

function AuthForm({ plugins = [], home, ...props }: ViewProps) {
  const options = usePluginOptions(plugins, props);
  const form = usePluginForm(plugins, { ...useAuthForm(options, home), options });
  const actions = renderParts(plugins, "After", form);

  return (
    <AfterSlotContext.Provider value={actions}>
      <AuthLayout
        auth={form}
        above={renderParts(plugins, "Above", form)}
        fields={renderParts(plugins, "Fields", form)}
        actions={actions}
        below={renderParts(plugins, "Below", form)}
        screen={(view) => renderScreens(plugins, form, view)}
      />
    </AfterSlotContext.Provider>
  );
}
