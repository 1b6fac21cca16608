import { type ReactNode, useId, useRef } from "react";

/** A part of the page. What is done to one of its rows moves the focus to the part's heading, as the row goes. */
export function usePart(title: string) {
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
