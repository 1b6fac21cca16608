import type { ComponentPropsWithoutRef } from "react";
import { useElement } from "./use-element.tsx";

interface MessageProps extends Omit<ComponentPropsWithoutRef<"span">, "color"> {
  /** Set to `danger` for failures. */
  color?: "danger" | undefined;
}

/**
 * Renders a form message as a `<span>`.
 *
 * For CSS: `data-color` is `danger` for a failure, and absent otherwise.
 */
export function Message({ color, ...props }: MessageProps) {
  return useElement("message", "span", { ...props, "data-color": color });
}
