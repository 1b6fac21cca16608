import { type ComponentPropsWithoutRef, forwardRef } from "react";
import { useDressed } from "../theme/appearance.ts";

/** A field. Renders an `<input>`. */
export const Input = forwardRef<HTMLInputElement, ComponentPropsWithoutRef<"input">>(
  function Input(props, ref) {
    return <input {...useDressed("input", props)} ref={ref} />;
  },
);
