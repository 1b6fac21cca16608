import { type CSSProperties, type ReactElement, useContext } from "react";
import { AppearanceContext, type ElementName } from "../theme/appearance.ts";
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
  const dress = useContext(AppearanceContext);
  const Tag = dress.components?.[name] ?? tag;
  return (
    <Tag
      {...props}
      className={classNames(name, dress, props.className).join(" ")}
      style={{ ...dress.style?.[name], ...props.style }}
    />
  );
}
