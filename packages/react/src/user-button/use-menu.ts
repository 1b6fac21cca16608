"use client";

import {
  type ComponentPropsWithRef,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { useBrowserLayoutEffect } from "../browser-layout-effect.ts";

interface Menu {
  readonly isOpen: boolean;
  /** Closes the menu, and focuses its button. */
  close(): void;
  readonly container: ComponentPropsWithRef<"div">;
  readonly trigger: ComponentPropsWithRef<"button">;
  readonly panel: ComponentPropsWithRef<"div">;
  readonly menu: ComponentPropsWithRef<"div">;
}

/** Letters that are typed within this time of each other form one search for an item. */
const typeaheadMs = 500;

/**
 * Manages a menu button (https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/): arrow keys, Home, End and letters move
 * the focus between the menu's items; Esc closes the menu and returns the focus to the button; Tab, and a click or
 * focus elsewhere, also close it.
 */
export function useMenu(): Menu {
  const [isOpen, setIsOpen] = useState(false);
  const initialItem = useRef<"first" | "last">("first");
  const typed = useRef({ text: "", timeStamp: 0 });
  const container = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();

  const items = useCallback(
    () => [...(panel.current?.querySelectorAll<HTMLElement>("[role^='menuitem']") ?? [])],
    [],
  );

  useBrowserLayoutEffect(() => {
    if (!isOpen) return;
    if (panel.current && trigger.current) positionPanel(panel.current, trigger.current);
    items()
      .at(initialItem.current === "first" ? 0 : -1)
      ?.focus({ preventScroll: true });
  }, [isOpen, items]);

  useEffect(() => {
    if (!isOpen) return;
    const closeFromOutside = ({ target }: Event) => {
      if (!container.current?.contains(target as Node)) setIsOpen(false);
    };
    document.addEventListener("pointerdown", closeFromOutside);
    document.addEventListener("focusin", closeFromOutside);
    return () => {
      document.removeEventListener("pointerdown", closeFromOutside);
      document.removeEventListener("focusin", closeFromOutside);
    };
  }, [isOpen]);

  const open = (item: "first" | "last") => {
    initialItem.current = item;
    setIsOpen(true);
  };
  const close = () => {
    setIsOpen(false);
    trigger.current?.focus();
  };

  /** Focuses the next item that starts with the typed letters. Repeating one letter cycles through its items. */
  function search(key: string, timeStamp: number) {
    const isContinued = timeStamp - typed.current.timeStamp < typeaheadMs;
    const text = (isContinued ? typed.current.text : "") + key.toLocaleLowerCase();
    typed.current = { text, timeStamp };
    const isRepeated = [...text].every((letter) => letter === text[0]);
    const prefix = isRepeated ? (text[0] ?? "") : text;
    const all = items();
    const index = all.indexOf(document.activeElement as HTMLElement);
    const start = isRepeated ? index + 1 : Math.max(index, 0);
    [...all.slice(start), ...all.slice(0, start)]
      .find((item) => item.textContent?.trim().toLocaleLowerCase().startsWith(prefix))
      ?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const all = items();
    const index = all.indexOf(document.activeElement as HTMLElement);
    const moves: { readonly [key: string]: number } = {
      ArrowDown: (index + 1) % all.length,
      ArrowUp: index <= 0 ? all.length - 1 : index - 1,
      Home: 0,
      End: all.length - 1,
    };
    const next = moves[event.key];
    if (next !== undefined) all[next]?.focus();
    else if (event.key === "Escape") close();
    // Activate links with the space key too: the browser only does so with Enter.
    else if (event.key === " " && !typedRecently(event.timeStamp)) all[index]?.click();
    // Close the menu before the browser handles Tab, which then moves the focus on from the button, next to the menu in
    // the page.
    else if (event.key === "Tab") return close();
    else if (event.key.length === 1) search(event.key, event.timeStamp);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const typedRecently = (timeStamp: number) =>
    typed.current.text !== "" && timeStamp - typed.current.timeStamp < typeaheadMs;

  return {
    isOpen,
    close,
    container: { ref: container },
    trigger: {
      ref: trigger,
      type: "button",
      id,
      "aria-haspopup": "menu",
      "aria-expanded": isOpen,
      "aria-controls": isOpen ? `${id}menu` : undefined,
      onClick: () => (isOpen ? close() : open("first")),
      onKeyDown(event) {
        if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
        event.preventDefault();
        open(event.key === "ArrowDown" ? "first" : "last");
      },
    },
    // The panel is focusable, so that a click between its items does not take the focus away.
    panel: { ref: panel, tabIndex: -1, onKeyDown },
    menu: { role: "menu", id: `${id}menu`, "aria-labelledby": id },
  };
}

/**
 * Aligns a panel with the side of its button on which it fits into the window. The style sheet defines the positions.
 */
function positionPanel(panel: HTMLElement, trigger: HTMLElement) {
  panel.removeAttribute("data-align");
  panel.removeAttribute("data-side");
  const { left, right, bottom, height } = panel.getBoundingClientRect();
  if (left < 0 || right > document.documentElement.clientWidth)
    panel.setAttribute("data-align", "start");
  if (bottom > innerHeight && trigger.getBoundingClientRect().top > height)
    panel.setAttribute("data-side", "top");
}
