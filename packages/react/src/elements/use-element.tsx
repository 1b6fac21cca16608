import { type CSSProperties, type ReactElement, useContext } from "react";
import { type ElementName, ElementThemeContext } from "../theme/appearance.ts";
import { classNames } from "../theme/class-names.ts";

interface StyledProps {
  className?: string | undefined;
  style?: CSSProperties | undefined;
  [attribute: string]: unknown;
}

/**
 * Returns one of the kit's elements: the HTML element, or the component that the application uses instead, with class
 * names and styles.
 */
export function useElement(
  name: ElementName,
  tag: keyof HTMLElementTagNameMap,
  props: StyledProps,
): ReactElement {
  const { appearance = {}, components } = useContext(ElementThemeContext);
  const Tag = components?.[name] ?? tag;
  return (
    <Tag
      {...props}
      className={classNames(name, appearance, props.className).join(" ")}
      style={{ ...appearance.style?.[name], ...props.style }}
    />
  );
}
