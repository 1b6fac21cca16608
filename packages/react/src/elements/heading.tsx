import { type ComponentPropsWithoutRef, forwardRef } from "react";
import { useElement } from "./use-element.tsx";

/** The name of a view. Renders an `<h2>`, which a script can focus. */
export const Heading = forwardRef<HTMLHeadingElement, ComponentPropsWithoutRef<"h2">>(
  function Heading(props, ref) {
    return useElement("heading", "h2", { tabIndex: -1, ...props, ref });
  },
);
