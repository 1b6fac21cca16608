import { type ComponentPropsWithoutRef, forwardRef } from "react";
import { useElement } from "./use-element.tsx";

/** The line between social buttons and form. Renders a `<div>` that assistive technology skips. */
export const Divider = forwardRef<HTMLDivElement, ComponentPropsWithoutRef<"div">>(
  function Divider(props, ref) {
    return useElement("divider", "div", { "aria-hidden": true, ...props, ref });
  },
);
