import type { ComponentPropsWithoutRef } from "react";
import { useElement } from "./use-element.tsx";

/** Renders an `<a>`. */
export function Anchor(props: ComponentPropsWithoutRef<"a">) {
  return useElement("anchor", "a", props);
}
