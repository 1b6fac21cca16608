import { type ComponentPropsWithoutRef, forwardRef } from "react";
import { useDressed } from "../theme/appearance.ts";

interface LabelProps extends ComponentPropsWithoutRef<"label"> {
  /** The id of the field that it names. */
  htmlFor: string;
}

/** The name of a field. Renders a `<label>`. */
export const Label = forwardRef<HTMLLabelElement, LabelProps>(function Label(
  { htmlFor, children, ...props },
  ref,
) {
  return (
    <label htmlFor={htmlFor} {...useDressed("label", props)} ref={ref}>
      {children}
    </label>
  );
});
