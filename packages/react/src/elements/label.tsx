import type { ComponentPropsWithoutRef } from "react";
import { useElement } from "./use-element.tsx";

/** Renders a `<label>` for the field whose id is `htmlFor`. */
export function Label(props: ComponentPropsWithoutRef<"label"> & { htmlFor: string }) {
  return useElement("label", "label", props);
}
