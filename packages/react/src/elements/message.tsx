import { type ComponentPropsWithoutRef, forwardRef } from "react";
import { useDressed } from "../theme/appearance.ts";

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
  return <span {...useDressed("message", props)} ref={ref} data-color={color} />;
});
