import type { ComponentPropsWithoutRef } from "react";
import { Loader } from "./loader.tsx";
import { useElement } from "./use-element.tsx";

interface ButtonProps extends Omit<ComponentPropsWithoutRef<"button">, "color"> {
  color?: "default" | "primary";
}

/**
 * Renders a `<button>`, of type "button" by default, with a loader while it is `aria-busy`.
 *
 * For CSS: `data-color` is `default` or `primary`.
 */
export function Button({ color = "default", children, ...props }: ButtonProps) {
  return useElement("button", "button", {
    type: "button",
    ...props,
    "data-color": color,
    children: (
      <>
        {props["aria-busy"] && <Loader />}
        {children}
      </>
    ),
  });
}
