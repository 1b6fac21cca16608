import type { ComponentPropsWithoutRef } from "react";
import { useElement } from "./use-element.tsx";

interface ContainerProps extends ComponentPropsWithoutRef<"div"> {
  direction?: "horizontal" | "vertical" | undefined;
  gap?: "small" | "medium" | "large";
}

/**
 * Renders a `<div>` that lays out its children in a row or a column.
 *
 * For CSS: `data-direction` is `horizontal` or `vertical`, `data-gap` is the size of the gap.
 */
export function Container({ direction = "vertical", gap = "small", ...props }: ContainerProps) {
  return useElement("container", "div", {
    ...props,
    "data-direction": direction,
    "data-gap": gap,
  });
}
