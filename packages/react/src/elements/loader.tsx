import type { ComponentPropsWithoutRef } from "react";
import { useElement } from "./use-element.tsx";

/** The sign that something runs. Renders a `<span>` that assistive technology skips. */
export function Loader(props: ComponentPropsWithoutRef<"span">) {
  return useElement("loader", "span", { "aria-hidden": true, ...props });
}
