import { type RefObject, useEffect, useRef, useState } from "react";

/**
 * The text of the first heading in an element, as it changes: of the form's view, or of the screen that stands in its
 * place while a message is awaited.
 *
 * @param first the text until the page is there
 */
export function useHeadingText(first: string): [RefObject<HTMLDivElement | null>, string] {
  const element = useRef<HTMLDivElement>(null);
  const [text, setText] = useState<string>();
  useEffect(() => {
    const shown = element.current;
    if (!shown) return;
    const read = () => setText(shown.querySelector("h2")?.textContent || undefined);
    const observer = new MutationObserver(read);
    observer.observe(shown, { childList: true, characterData: true, subtree: true });
    read();
    return () => observer.disconnect();
  }, []);
  return [element, text ?? first];
}
