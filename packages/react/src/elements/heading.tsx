import type { ComponentPropsWithoutRef } from "react";
import { useElement } from "./use-element.tsx";

/** Renders the name of a view as an `<h2>`. A script can focus it if it has a `tabIndex`. */
export function Heading(props: ComponentPropsWithoutRef<"h2">) {
  return useElement("heading", "h2", props);
}
