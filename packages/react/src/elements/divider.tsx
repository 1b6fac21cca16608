import { type ComponentPropsWithoutRef, forwardRef } from "react";
import { useDressed } from "../theme/appearance.ts";

/** The line between social buttons and form. Renders a `<div>` that assistive technology skips. */
export const Divider = forwardRef<HTMLDivElement, ComponentPropsWithoutRef<"div">>(
  function Divider(props, ref) {
    return <div aria-hidden="true" {...useDressed("divider", props)} ref={ref} />;
  },
);
