import { type ComponentPropsWithoutRef, forwardRef } from "react";
import { useElement } from "./use-element.tsx";

interface LabelProps extends ComponentPropsWithoutRef<"label"> {
  /** The id of the field that it names. */
  htmlFor: string;
}

/** The name of a field. Renders a `<label>`. */
export const Label = forwardRef<HTMLLabelElement, LabelProps>(function Label(props, ref) {
  return useElement("label", "label", { ...props, ref });
});
