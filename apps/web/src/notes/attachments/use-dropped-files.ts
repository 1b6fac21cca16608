import { type RefObject, useEffect, useEffectEvent, useState } from "react";

/**
 * Calls `onFiles` with files that are dropped on the dialog around an element, or pasted into it.
 *
 * @returns whether files are dragged over the dialog
 */
export function useDroppedFiles(
  element: RefObject<HTMLElement | null>,
  onFiles: (files: readonly File[]) => void,
): boolean {
  const [isOver, setIsOver] = useState(false);
  const receive = useEffectEvent(onFiles);

  useEffect(() => {
    const dialog = element.current?.closest("dialog");
    if (!dialog) return;
    const controller = new AbortController();
    const listenerOptions = { signal: controller.signal };
    const onDragOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      // The browser would open the file instead of the page.
      event.preventDefault();
      setIsOver(true);
    };
    dialog.addEventListener("dragenter", onDragOver, listenerOptions);
    dialog.addEventListener("dragover", onDragOver, listenerOptions);
    dialog.addEventListener(
      "dragleave",
      ({ relatedTarget: to }) => {
        if (!(to instanceof Node && dialog.contains(to))) setIsOver(false);
      },
      listenerOptions,
    );
    dialog.addEventListener(
      "drop",
      (event) => {
        setIsOver(false);
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        receive(filesIn(event.dataTransfer));
      },
      listenerOptions,
    );
    dialog.addEventListener(
      "paste",
      (event) => {
        // Copied spreadsheet cells contain text and a picture of it: paste the text.
        if (!event.clipboardData || event.clipboardData.types.includes("text/plain")) return;
        const files = filesIn(event.clipboardData);
        if (files.length === 0) return;
        event.preventDefault();
        receive(files);
      },
      listenerOptions,
    );
    return () => controller.abort();
  }, [element]);
  return isOver;
}

/** Returns the files of a transfer, without folders. */
function filesIn({ items }: DataTransfer): readonly File[] {
  return [...items]
    .filter((item) => item.kind === "file" && item.webkitGetAsEntry()?.isDirectory !== true)
    .flatMap((item) => item.getAsFile() ?? []);
}
