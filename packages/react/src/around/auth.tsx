"use client";

import { lazy, type ReactNode, Suspense } from "react";
import { Shown } from "../auth-view.tsx";
import { useAuthForm } from "../use-auth-form.ts";
import type { ViewType } from "../view-names.ts";
import { AfterContext } from "./after.tsx";
import type { AroundProps } from "./extra.ts";

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
  const options = around.reduce<AroundProps>(
    // biome-ignore lint/correctness/useHookAtTopLevel: the form has as many in every render, by its key
    (options, extra) => extra.useOptions?.(options) ?? options,
    given,
  );
  const form = { ...useAuthForm(options, home), options };
  const all = (place: "Above" | "Fields" | "After" | "Below") =>
    around.map(({ [place]: Part }, at) => Part && <Part key={String(at)} form={form} />);
  const after = all("After");

  return (
    <AfterContext.Provider value={after}>
      <Shown
        auth={form}
        above={all("Above")}
        fields={all("Fields")}
        after={after}
        below={all("Below")}
        screen={(view) =>
          around.reduceRight<ReactNode>(
            (shown, { Screen }, at) =>
              Screen ? (
                <Screen key={String(at)} form={form}>
                  {shown}
                </Screen>
              ) : (
                shown
              ),
            view,
          )
        }
      />
    </AfterContext.Provider>
  );
}
