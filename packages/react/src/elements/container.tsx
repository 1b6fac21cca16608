import { type ComponentPropsWithoutRef, forwardRef } from "react";
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
export const Container = forwardRef<HTMLDivElement, ContainerProps>(function Container(
  { direction = "vertical", gap = "small", ...props },
  ref,
) {
  return useElement("container", "div", {
    ...props,
    ref,
    "data-direction": direction,
    "data-gap": gap,
  });
});
