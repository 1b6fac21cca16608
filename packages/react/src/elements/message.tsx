import { type ComponentPropsWithoutRef, forwardRef } from "react";
import { useElement } from "./use-element.tsx";

interface MessageProps extends Omit<ComponentPropsWithoutRef<"span">, "color"> {
  /** `danger` for what went wrong. */
  color?: "danger" | undefined;
}

/**
 * What a form has to say. Renders a `<span>`.
 *
 * For CSS: `data-color` is `danger` when something went wrong, and absent otherwise.
 */
export const Message = forwardRef<HTMLSpanElement, MessageProps>(function Message(
  { color, ...props },
  ref,
) {
  return useElement("message", "span", { ...props, ref, "data-color": color });
});
