import type { ReactNode } from "react";
import type { ClassName } from "../theme/appearance.ts";
import { PREPENDED_CLASS_NAMES } from "../theme/class-names.ts";

interface AuthCardProps {
  children?: ReactNode;
  appearance?: { className?: ClassName } | undefined;
}

/** Renders a card around a form. A dark form makes the card dark as well. */
export function AuthCard({ children, appearance }: AuthCardProps) {
  const customClass = appearance?.className ? ` ${appearance.className}` : "";
  return (
    <div className={`${PREPENDED_CLASS_NAMES}_ui-card portico-card${customClass}`}>{children}</div>
  );
}
