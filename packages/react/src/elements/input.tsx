import { type ComponentPropsWithoutRef, forwardRef } from "react";
import { useElement } from "./use-element.tsx";

/** A field. Renders an `<input>`. */
export const Input = forwardRef<HTMLInputElement, ComponentPropsWithoutRef<"input">>(
  function Input(props, ref) {
    return useElement("input", "input", { ...props, ref });
  },
);
