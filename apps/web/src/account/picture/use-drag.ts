import { type RefObject, useEffect, useEffectEvent } from "react";

interface DragActions {
  /** Called with the distance, in fractions of the element's side. */
  readonly onMove: (offset: { readonly x: number; readonly y: number }) => void;
  /** Called with the factor to zoom by. */
  readonly onZoom: (factor: number) => void;
}

/** Reports drags of an element by one pointer as moves, and pinches or the wheel as zooms. */
export function useDrag(
  element: RefObject<HTMLElement | null>,
  { onMove, onZoom }: DragActions,
): void {
  const move = useEffectEvent(onMove);
  const zoom = useEffectEvent(onZoom);

  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const pointers = new Map<number, PointerEvent>();
    const pointerDistance = () => {
      const [firstPointer, secondPointer] = [...pointers.values()];
      return firstPointer && secondPointer
        ? Math.hypot(
            firstPointer.clientX - secondPointer.clientX,
            firstPointer.clientY - secondPointer.clientY,
          )
        : undefined;
    };
    const down = (event: PointerEvent) => {
      target.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, event);
    };
    const follow = (event: PointerEvent) => {
      const previous = pointers.get(event.pointerId);
      if (!previous) return;
      const side = target.clientWidth * pointers.size;
      const distance = pointerDistance();
      pointers.set(event.pointerId, event);
      const next = pointerDistance();
      if (distance && next) zoom(next / distance);
      move({
        x: (event.clientX - previous.clientX) / side,
        y: (event.clientY - previous.clientY) / side,
      });
    };
    const up = (event: PointerEvent) => void pointers.delete(event.pointerId);
    const wheel = (event: WheelEvent) => {
      // The page behind must not scroll; React's own listener could not prevent it.
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / 400));
    };
    target.addEventListener("pointerdown", down);
    target.addEventListener("pointermove", follow);
    target.addEventListener("pointerup", up);
    target.addEventListener("pointercancel", up);
    target.addEventListener("wheel", wheel, { passive: false });
    return () => {
      target.removeEventListener("pointerdown", down);
      target.removeEventListener("pointermove", follow);
      target.removeEventListener("pointerup", up);
      target.removeEventListener("pointercancel", up);
      target.removeEventListener("wheel", wheel);
    };
  }, [element]);
}
