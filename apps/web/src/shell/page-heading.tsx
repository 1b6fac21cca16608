import { useHeadingFocus } from "./use-heading-focus.ts";

/** The heading of a page. It takes the focus after a navigation from another page. */
export function PageHeading({ children }: { children: string }) {
  const heading = useHeadingFocus<HTMLHeadingElement>();
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
