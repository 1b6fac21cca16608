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
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const handleFiles = useEffectEvent(onFiles);

  useEffect(() => {
    const dialog = element.current?.closest("dialog");
    if (!dialog) return;
    const controller = new AbortController();
    const listenerOptions = { signal: controller.signal };
    const onDragOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      // The browser would open the file instead of the page.
      event.preventDefault();
      setIsDraggedOver(true);
    };
    dialog.addEventListener("dragenter", onDragOver, listenerOptions);
    dialog.addEventListener("dragover", onDragOver, listenerOptions);
    dialog.addEventListener(
      "dragleave",
      ({ relatedTarget: target }) => {
        if (!(target instanceof Node && dialog.contains(target))) setIsDraggedOver(false);
      },
      listenerOptions,
    );
    dialog.addEventListener(
      "drop",
      (event) => {
        setIsDraggedOver(false);
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        handleFiles(filesOf(event.dataTransfer));
      },
      listenerOptions,
    );
    dialog.addEventListener(
      "paste",
      (event) => {
        // Copied spreadsheet cells contain text and a picture of it: paste the text.
        if (!event.clipboardData || event.clipboardData.types.includes("text/plain")) return;
        const files = filesOf(event.clipboardData);
        if (files.length === 0) return;
        event.preventDefault();
        handleFiles(files);
      },
      listenerOptions,
    );
    return () => controller.abort();
  }, [element]);
  return isDraggedOver;
}

/** Returns the files of a transfer, without folders. */
function filesOf({ items }: DataTransfer): readonly File[] {
  return [...items]
    .filter((item) => item.kind === "file" && item.webkitGetAsEntry()?.isDirectory !== true)
    .flatMap((item) => item.getAsFile() ?? []);
}
