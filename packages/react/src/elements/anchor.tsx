import { type ComponentPropsWithoutRef, forwardRef } from "react";
import { useDressed } from "../theme/appearance.ts";

/** A link. Renders an `<a>`. */
export const Anchor = forwardRef<HTMLAnchorElement, ComponentPropsWithoutRef<"a">>(
  function Anchor(props, ref) {
    return <a {...useDressed("anchor", props)} ref={ref} />;
  },
);
