import type { ComponentPropsWithoutRef } from "react";
import { useElement } from "./use-element.tsx";

/** Renders the busy indicator: a `<span>` that assistive technology ignores. */
export function Loader(props: ComponentPropsWithoutRef<"span">) {
  return useElement("loader", "span", { "aria-hidden": true, ...props });
}
