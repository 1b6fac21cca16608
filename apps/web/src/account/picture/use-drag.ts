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
    const onPointerDown = (event: PointerEvent) => {
      target.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, event);
    };
    const onPointerMove = (event: PointerEvent) => {
      const previous = pointers.get(event.pointerId);
      if (!previous) return;
      const side = target.clientWidth * pointers.size;
      const distance = pointerDistance();
      pointers.set(event.pointerId, event);
      const nextDistance = pointerDistance();
      if (distance && nextDistance) zoom(nextDistance / distance);
      move({
        x: (event.clientX - previous.clientX) / side,
        y: (event.clientY - previous.clientY) / side,
      });
    };
    const onPointerUp = (event: PointerEvent) => void pointers.delete(event.pointerId);
    const onWheel = (event: WheelEvent) => {
      // Keep the page behind from scrolling. React's own listener could not prevent that.
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / 400));
    };
    target.addEventListener("pointerdown", onPointerDown);
    target.addEventListener("pointermove", onPointerMove);
    target.addEventListener("pointerup", onPointerUp);
    target.addEventListener("pointercancel", onPointerUp);
    target.addEventListener("wheel", onWheel, { passive: false });
    return () => {
      target.removeEventListener("pointerdown", onPointerDown);
      target.removeEventListener("pointermove", onPointerMove);
      target.removeEventListener("pointerup", onPointerUp);
      target.removeEventListener("pointercancel", onPointerUp);
      target.removeEventListener("wheel", onWheel);
    };
  }, [element]);
}
