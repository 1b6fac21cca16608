import { type RefObject, useEffect, useEffectEvent, useState } from "react";

/**
 * Takes the files that are dropped on the dialog around an element, or pasted into it.
 *
 * @returns true while files are held over it
 */
export function useIncomingFiles(
  element: RefObject<HTMLElement | null>,
  onFiles: (files: readonly File[]) => void,
): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(onFiles);

  useEffect(() => {
    const place = element.current?.closest("dialog");
    if (!place) return;
    const ending = new AbortController();
    const listen = { signal: ending.signal };
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      // Otherwise the browser would open the file in place of the page.
      event.preventDefault();
      setOver(true);
    };
    place.addEventListener("dragenter", over, listen);
    place.addEventListener("dragover", over, listen);
    place.addEventListener(
      "dragleave",
      ({ relatedTarget: to }) => {
        if (!(to instanceof Node && place.contains(to))) setOver(false);
      },
      listen,
    );
    place.addEventListener(
      "drop",
      (event) => {
        setOver(false);
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        take(filesIn(event.dataTransfer));
      },
      listen,
    );
    place.addEventListener(
      "paste",
      (event) => {
        // Cells of a spreadsheet are text and a picture of it: the text is meant.
        if (!event.clipboardData || event.clipboardData.types.includes("text/plain")) return;
        const files = filesIn(event.clipboardData);
        if (files.length === 0) return;
        event.preventDefault();
        take(files);
      },
      listen,
    );
    return () => ending.abort();
  }, [element]);
  return isOver;
}

/** The files of a transfer, without folders, which cannot be read. */
function filesIn({ items }: DataTransfer): readonly File[] {
  return [...items]
    .filter((item) => item.kind === "file" && item.webkitGetAsEntry()?.isDirectory !== true)
    .flatMap((item) => item.getAsFile() ?? []);
}
