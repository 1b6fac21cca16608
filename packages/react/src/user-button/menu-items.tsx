"use client";

import { type ComponentPropsWithoutRef, type ReactNode, useId } from "react";
import { Loader } from "../elements/loader.tsx";

/** Renders a group of items, with a line and a label above. */
export function Group({ label, children }: { label?: string; children: ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a menu contains groups, not fieldsets
    <div className="portico-user-group" role="group" aria-labelledby={label && id}>
      {label && (
        <span id={id} className="portico-user-label" role="presentation">
          {label}
        </span>
      )}
      {children}
    </div>
  );
}

type ItemProps = ComponentPropsWithoutRef<"a"> & ComponentPropsWithoutRef<"button">;

/** Renders a menu item, which is a link if it has an address. */
export function Item({ children, ...props }: Partial<ItemProps>) {
  const item = { role: "menuitem", className: "portico-user-item", tabIndex: -1, ...props };
  return props.href === undefined ? (
    <button type="button" {...item}>
      {props["aria-busy"] && <Loader />}
      {children}
    </button>
  ) : (
    <a {...item}>{children}</a>
  );
}

/** Renders the mark on a group's selected item. */
export function CheckIcon() {
  return (
    <svg
      className="portico-user-check"
      viewBox="0 0 16 16"
      width="16"
      height="16"
      aria-hidden="true"
    >
      <path fill="none" stroke="currentColor" strokeWidth="2" d="m3 8.5 3.2 3.2L13 5" />
    </svg>
  );
}
