import { type ComponentPropsWithoutRef, forwardRef } from "react";
import { useElement } from "../theme/appearance.ts";

/** A field. Renders an `<input>`. */
export const Input = forwardRef<HTMLInputElement, ComponentPropsWithoutRef<"input">>(
  function Input(props, ref) {
    return useElement("input", "input", { ...props, ref });
  },
);
