import { type ComponentPropsWithoutRef, forwardRef } from "react";
import { useElement } from "../theme/appearance.ts";

/** A link. Renders an `<a>`. */
export const Anchor = forwardRef<HTMLAnchorElement, ComponentPropsWithoutRef<"a">>(
  function Anchor(props, ref) {
    return useElement("anchor", "a", { ...props, ref });
  },
);
