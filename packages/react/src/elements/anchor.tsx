import type { ComponentPropsWithoutRef } from "react";
import { useElement } from "./use-element.tsx";

/** A link. Renders an `<a>`. */
export function Anchor(props: ComponentPropsWithoutRef<"a">) {
  return useElement("anchor", "a", props);
}
