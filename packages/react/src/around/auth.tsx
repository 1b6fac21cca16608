"use client";

import { lazy, Suspense } from "react";
import { Shown } from "../auth-view.tsx";
import { useAuthForm } from "../use-auth-form.ts";
import type { ViewType } from "../view-names.ts";
import { AfterContext } from "./after.tsx";
import type { AroundProps } from "./extra.ts";
import { partsOf, screensOf, useOptionsOf } from "./together.tsx";

const Asking = /* @__PURE__ */ lazy(() => import("./settings/asking.tsx"));

/**
 * `<Auth>` with what people meet around the form: the same form, and takes the same.
 *
 * @example
 * import { Auth, sentScreen } from "@portico/react/around";
 *
 * const around = [sentScreen({ codeLength: 6 })];
 * <Auth supabaseClient={supabase} around={around} />
 */
export function Auth(props: AroundProps) {
  // What asks the server is fetched where it is asked for.
  return props.settings ? (
    <Suspense>
      <Asking {...props} View={AroundView} />
    </Suspense>
  ) : (
    <AroundView {...props} />
  );
}

interface AroundViewProps extends AroundProps {
  /** The view to return to when the user has been updated. */
  home?: ViewType;
}

/** The form, anew when another number of things has a say in its options: each is a hook. */
export function AroundView(props: AroundViewProps) {
  const hooks = props.around?.filter(({ useOptions }) => useOptions).length;
  return <OneForm key={hooks} {...props} />;
}

function OneForm({ around = [], home, ...given }: AroundViewProps) {
  const options = useOptionsOf(around, given);
  const form = { ...useAuthForm(options, home), options };
  const after = partsOf(around, "After", form);

  return (
    <AfterContext.Provider value={after}>
      <Shown
        auth={form}
        above={partsOf(around, "Above", form)}
        fields={partsOf(around, "Fields", form)}
        after={after}
        below={partsOf(around, "Below", form)}
        screen={(view) => screensOf(around, form, view)}
      />
    </AfterContext.Provider>
  );
}
