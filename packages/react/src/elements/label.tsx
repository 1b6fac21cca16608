import type { ComponentPropsWithoutRef } from "react";
import { useElement } from "./use-element.tsx";

/** The name of a field, which `htmlFor` says by its id. Renders a `<label>`. */
export function Label(props: ComponentPropsWithoutRef<"label"> & { htmlFor: string }) {
  return useElement("label", "label", props);
}
