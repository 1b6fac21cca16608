import { type ComponentPropsWithoutRef, forwardRef } from "react";
import { useElement } from "./use-element.tsx";

/** The sign that something runs. Renders a `<span>` that assistive technology skips. */
export const Loader = forwardRef<HTMLSpanElement, ComponentPropsWithoutRef<"span">>(
  function Loader(props, ref) {
    return useElement("loader", "span", { "aria-hidden": true, ...props, ref });
  },
);
