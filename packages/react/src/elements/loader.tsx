import { type ComponentPropsWithoutRef, forwardRef } from "react";
import { useDressed } from "../theme/appearance.ts";

/** The sign that something runs. Renders a `<span>` that assistive technology skips. */
export const Loader = forwardRef<HTMLSpanElement, ComponentPropsWithoutRef<"span">>(
  function Loader(props, ref) {
    return <span aria-hidden="true" {...useDressed("loader", props)} ref={ref} />;
  },
);
