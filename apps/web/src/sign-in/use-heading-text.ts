import { type RefObject, useEffect, useRef, useState } from "react";

/**
 * Returns the current text of the first heading in an element: of the form's view, or of the "check your e-mail" screen.
 *
 * @param initialText the text until the element is mounted
 */
export function useHeadingText(initialText: string): [RefObject<HTMLDivElement | null>, string] {
  const element = useRef<HTMLDivElement>(null);
  const [text, setText] = useState<string>();
  useEffect(() => {
    const container = element.current;
    if (!container) return;
    const updateText = () => setText(container.querySelector("h2")?.textContent || undefined);
    const observer = new MutationObserver(updateText);
    observer.observe(container, { childList: true, characterData: true, subtree: true });
    updateText();
    return () => observer.disconnect();
  }, []);
  return [element, text ?? initialText];
}
