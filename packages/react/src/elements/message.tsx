import type { ComponentPropsWithoutRef } from "react";
import { useElement } from "./use-element.tsx";

interface MessageProps extends Omit<ComponentPropsWithoutRef<"span">, "color"> {
  /** `danger` for what went wrong. */
  color?: "danger" | undefined;
}

/**
 * A message of the form. Renders a `<span>`.
 *
 * For CSS: `data-color` is `danger` when something went wrong, and absent otherwise.
 */
export function Message({ color, ...props }: MessageProps) {
  return useElement("message", "span", { ...props, "data-color": color });
}
