"use client";

import { useRef } from "react";
import { useBrowserLayoutEffect } from "../../browser-layout-effect.ts";
import type { AroundForm, Extra } from "../extra.ts";
import { useLastWay } from "../last-used/kept.ts";
import { partsOf, screensOf, useOptionsOf } from "../together.tsx";
import { wordsFor } from "../words-for.ts";
import { more as english } from "./en.ts";

/**
 * Puts ways in that few people take behind one disclosure, so that the form stays calm. It stands open
 * for somebody who used one of them last (see {@link lastUsed}), with that one first.
 *
 * @example
 * const around = [lastUsed(), moreWays([singleSignOn(), phone(), guest()])];
 * <Auth supabaseClient={supabase} around={around} />
 */
export function moreWays(ways: readonly Extra[]): Extra {
  return {
    Screen: ({ form, children }) => screensOf(ways, form, children),
    Above: ({ form }) => partsOf(ways, "Above", form),
    Fields: ({ form }) => partsOf(ways, "Fields", form),
    After: ({ form }) => partsOf(ways, "After", form),
    Below: ({ form }) => <More ways={ways} form={form} />,
    useOptions: (options) => useOptionsOf(ways, options),
  };
}

function More({ ways, form }: { ways: readonly Extra[]; form: AroundForm }) {
  const words = wordsFor("more", english, form.options.localization);
  const details = useRef<HTMLDetailsElement>(null);
  const last = useLastWay();
  const offered = ways.filter(({ way }) => !way || way.isOffered(form));
  const isLast = ({ way }: Extra) => way !== undefined && way.name === last;
  const hasLast = offered.some(isLast);

  // Open or not is the element's own business, which the browser keeps before this script is there.
  useBrowserLayoutEffect(() => {
    if (hasLast && details.current) details.current.open = true;
  }, [hasLast]);

  if (offered.length === 0) return null;
  return (
    <details ref={details} className="portico-more">
      <summary>{form.view === "sign_up" ? words.sign_up : words.sign_in}</summary>
      {partsOf(offered.filter(isLast), "Below", form)}
      {partsOf(
        offered.filter((way) => !isLast(way)),
        "Below",
        form,
      )}
    </details>
  );
}
