import { type ComponentPropsWithoutRef, forwardRef } from "react";
import { useDressed } from "../theme/appearance.ts";

/** The name of a view. Renders an `<h2>`, which a script can focus. */
export const Heading = forwardRef<HTMLHeadingElement, ComponentPropsWithoutRef<"h2">>(
  function Heading({ children, ...props }, ref) {
    return (
      <h2 tabIndex={-1} {...useDressed("heading", props)} ref={ref}>
        {children}
      </h2>
    );
  },
);
