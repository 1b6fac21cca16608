import type { ReactNode } from "react";
import type { AroundForm, AroundProps, Extra } from "./extra.ts";

/** What several extras have for one place, in their order. */
export function partsOf(
  extras: readonly Extra[],
  place: "Above" | "Fields" | "After" | "Below",
  form: AroundForm,
): ReactNode {
  return extras.map(({ [place]: Part }, at) => Part && <Part key={String(at)} form={form} />);
}

/** A view with the screens of several extras around it, the first outermost. */
export function screensOf(extras: readonly Extra[], form: AroundForm, view: ReactNode): ReactNode {
  return extras.reduceRight<ReactNode>(
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

/** The options of a form once each extra has had its say. A hook, as theirs are. */
export function useOptionsOf(extras: readonly Extra[], options: AroundProps): AroundProps {
  return extras.reduce(
    // biome-ignore lint/correctness/useHookAtTopLevel: a form has as many in every render, by its key
    (told, extra) => extra.useOptions?.(told) ?? told,
    options,
  );
}
