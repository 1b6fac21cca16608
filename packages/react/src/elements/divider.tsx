import type { ComponentPropsWithoutRef } from "react";
import { useElement } from "./use-element.tsx";

/** The line between social buttons and form. Renders a `<div>` that assistive technology skips. */
export function Divider(props: ComponentPropsWithoutRef<"div">) {
  return useElement("divider", "div", { "aria-hidden": true, ...props });
}
