import { type ReactNode, useId, useRef } from "react";

/** Returns a section, and a function that focuses its heading when the focused row is removed. */
export function useFocusableSection(title: string) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  return {
    focus: () => heading.current?.focus({ preventScroll: true }),
    render: (children: ReactNode) => (
      <section className="shared-part" aria-labelledby={id}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {children}
      </section>
    ),
  };
}
