import type { ComponentPropsWithoutRef } from "react";
import { useElement } from "./use-element.tsx";

interface ContainerProps extends ComponentPropsWithoutRef<"div"> {
  direction?: "horizontal" | "vertical" | undefined;
  gap?: "small" | "medium" | "large";
}

/**
 * A row or column of things. Renders a `<div>`.
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
