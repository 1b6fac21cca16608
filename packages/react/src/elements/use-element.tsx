import { type CSSProperties, type ReactElement, useContext } from "react";
import { DressContext, type ElementName } from "../theme/appearance.ts";
import { classNames } from "../theme/class-names.ts";

interface Dressable {
  className?: string | undefined;
  style?: CSSProperties | undefined;
  [attribute: string]: unknown;
}

/**
 * An element of the kit: that of HTML, or what the application puts in its place, with class names
 * and styles put in.
 */
export function useElement(
  name: ElementName,
  tag: keyof HTMLElementTagNameMap,
  props: Dressable,
): ReactElement {
  const { appearance = {}, components } = useContext(DressContext);
  const Tag = components?.[name] ?? tag;
  return (
    <Tag
      {...props}
      className={classNames(name, appearance, props.className).join(" ")}
      style={{ ...appearance.style?.[name], ...props.style }}
    />
  );
}
