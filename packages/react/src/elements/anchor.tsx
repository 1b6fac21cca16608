import { type ComponentPropsWithoutRef, forwardRef } from "react";
import { useElement } from "./use-element.tsx";

/** A link. Renders an `<a>`. */
export const Anchor = forwardRef<HTMLAnchorElement, ComponentPropsWithoutRef<"a">>(
  function Anchor(props, ref) {
    return useElement("anchor", "a", { ...props, ref });
  },
);
