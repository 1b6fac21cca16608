import type { ComponentPropsWithoutRef } from "react";
import { useElement } from "./use-element.tsx";

/** Renders the line between the social buttons and the form: a `<div>` that assistive technology ignores. */
export function Divider(props: ComponentPropsWithoutRef<"div">) {
  return useElement("divider", "div", { "aria-hidden": true, ...props });
}
