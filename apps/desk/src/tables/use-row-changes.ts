import type { Structure } from "../api/catalog.ts";
import {
  deleteRows,
  insertRows,
  type Row,
  type RowsQuery,
  updateRow,
  type Values,
} from "../api/rows.ts";
import { ownerRole } from "../run-as/run-as.tsx";
import { useToasts } from "../shell/toasts.tsx";
import type { RowsState } from "./use-rows.ts";

const primaryKeyOf = ({ columns }: Structure) =>
  columns
    .filter(({ keyPosition }) => keyPosition !== null)
    .sort((a, b) => (a.keyPosition ?? 0) - (b.keyPosition ?? 0))
    .map(({ name }) => name);

const rowCount = (count: number) =>
  count === 1 ? "1 row" : `${count.toLocaleString("en-US")} rows`;

/** Returns functions that change rows and then offer to undo the change. */
export function useRowChanges(query: RowsQuery, structure: Structure, rows: RowsState) {
  const toasts = useToasts();
  const { schema, name, as } = query;
  const target = { schema, name, as };
  const isOwner = as.role === ownerRole;
  const keyNames = primaryKeyOf(structure);

  const changeCell = async (
    key: readonly string[],
    column: string,
    value: string | null,
  ): Promise<readonly string[]> => {
    const { affected } = await updateRow(target, key, { [column]: value });
    if (affected === 0) {
      throw new Error(
        isOwner
          ? "Nothing changed: the row does not exist anymore."
          : `Nothing changed: no policy lets ${as.role} update this row.`,
      );
    }
    const nextKey = key.map((part, index) => (keyNames[index] === column ? (value ?? part) : part));
    await rows.reloadRow(keyNames, key, nextKey);
    return nextKey;
  };

  return {
    /** @throws {Error} with the reason why the row was not changed */
    async update(row: Row, column: string, value: string | null, previous: string | null) {
      if (!row.key) return;
      const key = await changeCell(row.key, column, value);
      toasts.show(`Changed ${column}.`, () => changeCell(key, column, previous));
    },
    /** Inserts rows. The change can be undone if the rows have keys. */
    async insert(values: readonly Values[]) {
      const { affected, keys } = await insertRows(target, values);
      toasts.show(
        `Inserted ${rowCount(affected)}.`,
        keys
          ? async () => {
              const undoResult = await deleteRows(target, keys);
              await rows.reload();
              if (undoResult.affected < affected) {
                throw new Error(`Only ${rowCount(undoResult.affected)} could be deleted again.`);
              }
            }
          : undefined,
      );
      await rows.reload();
    },
    async remove(selectedRows: readonly Row[]) {
      const keys = selectedRows.flatMap(({ key }) => (key ? [key] : []));
      try {
        const { affected, deleted } = await deleteRows(target, keys);
        if (affected === 0) {
          toasts.fail(`Nothing was deleted: no policy lets ${as.role} delete these rows.`);
          return;
        }
        if (affected === keys.length) rows.removeRows(keys);
        else await rows.reload();
        const text = `Deleted ${rowCount(affected)}.`;
        if (!deleted) return toasts.show(`${text} They are too long to be restored.`);
        toasts.show(text, async () => {
          await insertRows(target, deleted);
          await rows.reload();
        });
      } catch (error) {
        toasts.fail(error);
      }
    },
  };
}

export type RowChanges = ReturnType<typeof useRowChanges>;
