import type { Column } from "../../api/catalog.ts";
import { kindOf } from "../../values/kind.ts";

/** Shows a value on one line. */
export function CellText({
  column,
  value,
  isCut,
}: {
  readonly column: Column;
  readonly value: string | null;
  readonly isCut: boolean;
}) {
  if (value === null) return <span className="cell-null">NULL</span>;
  if (value === "") return <span className="cell-null">empty</span>;
  const kind = kindOf(column);
  const isText = kind === "text" || kind === "enum";
  const text = value.slice(0, 300).replace(/[\r\n\t]+/g, " ↵ ");
  return (
    <span className={isText ? "cell-text" : "cell-text cell-code"} dir={isText ? "auto" : "ltr"}>
      {text}
      {(isCut || value.length > 300) && "…"}
    </span>
  );
}
