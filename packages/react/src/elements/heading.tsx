import type { ComponentPropsWithoutRef } from "react";
import { useElement } from "./use-element.tsx";

/** The name of a view. Renders an `<h2>`, which a script can focus. */
export function Heading(props: ComponentPropsWithoutRef<"h2">) {
  return useElement("heading", "h2", { tabIndex: -1, ...props });
}
