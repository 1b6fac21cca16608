import type { ComponentPropsWithoutRef } from "react";
import { useElement } from "./use-element.tsx";

/** Renders the name of a view as an `<h2>`. With a `tabIndex` a script can focus it. */
export function Heading(props: ComponentPropsWithoutRef<"h2">) {
  return useElement("heading", "h2", props);
}
