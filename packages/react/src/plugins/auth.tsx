"use client";

import { lazy, Suspense } from "react";
import { useAuthForm } from "../headless/use-auth-form.ts";
import { AuthLayout } from "../kit/auth-view.tsx";
import type { ViewType } from "../view-names.ts";
import { AfterContext } from "./after-slot.tsx";
import { partsOf, screensOf, useOptionsOf } from "./compose.tsx";
import type { AuthProps } from "./plugin.ts";

const Asking = /* @__PURE__ */ lazy(
  () => import("./server-settings/auth-with-server-settings.tsx"),
);

/**
 * `<Auth>` with plugins: the same form, with the same props.
 *
 * @example
 * import { Auth, checkEmailScreen } from "@portico/react/plugins";
 *
 * const plugins = [checkEmailScreen({ codeLength: 6 })];
 * <Auth supabaseClient={supabase} plugins={plugins} />
 */
export function Auth(props: AuthProps) {
  // The code that asks the server is fetched where it is needed.
  return props.settings ? (
    <Suspense>
      <Asking {...props} View={AuthWithPlugins} />
    </Suspense>
  ) : (
    <AuthWithPlugins {...props} />
  );
}

interface ViewProps extends AuthProps {
  /** The view to return to when the user has been updated. */
  home?: ViewType;
}

/** The form, anew when another number of plugins changes its options: each is a hook. */
export function AuthWithPlugins(props: ViewProps) {
  const hooks = props.plugins?.filter(({ useOptions }) => useOptions).length;
  return <OneForm key={hooks} {...props} />;
}

function OneForm({ plugins = [], home, ...given }: ViewProps) {
  const options = useOptionsOf(plugins, given);
  const form = { ...useAuthForm(options, home), options };
  const actions = partsOf(plugins, "After", form);

  return (
    <AfterContext.Provider value={actions}>
      <AuthLayout
        auth={form}
        above={partsOf(plugins, "Above", form)}
        fields={partsOf(plugins, "Fields", form)}
        actions={actions}
        below={partsOf(plugins, "Below", form)}
        screen={(view) => screensOf(plugins, form, view)}
      />
    </AfterContext.Provider>
  );
}
