import { type ComponentPropsWithoutRef, forwardRef } from "react";
import { Loader } from "./loader.tsx";
import { useElement } from "./use-element.tsx";

interface ButtonProps extends Omit<ComponentPropsWithoutRef<"button">, "color"> {
  color?: "default" | "primary";
}

/**
 * A button. Renders a `<button>`, of type "button" unless told otherwise, with a loader while it is
 * `aria-busy`.
 *
 * For CSS: `data-color` is `default` or `primary`.
 */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { color = "default", children, ...props },
  ref,
) {
  return useElement("button", "button", {
    type: "button",
    ...props,
    ref,
    "data-color": color,
    children: (
      <>
        {props["aria-busy"] && <Loader />}
        {children}
      </>
    ),
  });
});
