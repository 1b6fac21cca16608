import type { ComponentPropsWithoutRef } from "react";
import { useElement } from "./use-element.tsx";

/** The name of a view. Renders an `<h2>`; a script can focus one with a `tabIndex`. */
export function Heading(props: ComponentPropsWithoutRef<"h2">) {
  return useElement("heading", "h2", props);
}
