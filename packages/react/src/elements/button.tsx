import { type ComponentPropsWithoutRef, forwardRef } from "react";
import { useDressed } from "../theme/appearance.ts";
import { Loader } from "./loader.tsx";

interface ButtonProps extends Omit<ComponentPropsWithoutRef<"button">, "color"> {
  color?: "default" | "primary";
  /** While what it started runs: disabled, marked busy, with a loader. */
  loading?: boolean;
}

/**
 * A button. Renders a `<button>`, of type "button" unless told otherwise.
 *
 * For CSS: `data-color` is `default` or `primary`, `aria-busy` is there while it loads.
 */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { color = "default", loading = false, children, ...props },
  ref,
) {
  return (
    <button
      type="button"
      {...useDressed("button", props)}
      ref={ref}
      data-color={color}
      aria-busy={loading || undefined}
      disabled={loading || props.disabled}
    >
      {loading && <Loader />}
      {children}
    </button>
  );
});
