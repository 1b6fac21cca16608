import type { ComponentPropsWithoutRef } from "react";
import { useElement } from "./use-element.tsx";

/** Renders an `<input>`. */
export function Input(props: ComponentPropsWithoutRef<"input">) {
  return useElement("input", "input", props);
}
