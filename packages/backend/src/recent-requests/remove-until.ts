/** Removes elements from the start until one must be kept. */
export function removeUntil<Element>(
  list: Element[],
  isKept: (element: Element, remaining: number) => boolean,
): void {
  let removed = 0;
  for (const element of list) {
    if (isKept(element, list.length - removed)) break;
    removed += 1;
  }
  list.splice(0, removed);
}
