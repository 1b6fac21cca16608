import { expect, test } from "vitest";
import { readTargetEntries } from "./node-tree.ts";

test("the columns of a view are traced to their tables", () => {
  // This is the abridged rule of `select id, upper(name) as "a b" from t`, as PostgreSQL 17 stores it.
  const tree = `({QUERY :commandType 1 :rtable ({RANGETBLENTRY :alias <> :eref {ALIAS :aliasname t
    :colnames ("id" "na\\ me")} :relid 16384}) :jointree {FROMEXPR :fromlist ({RANGETBLREF :rtindex 1})
    :quals <>} :targetList ({TARGETENTRY :expr {VAR :varno 1 :varattno 1} :resno 1 :resname id
    :ressortgroupref 0 :resorigtbl 16384 :resorigcol 1 :resjunk false} {TARGETENTRY :expr {FUNCEXPR
    :funcid 871 :args ({VAR :varno 1})} :resno 2 :resname a\\ b\\{ :ressortgroupref 0 :resorigtbl 0
    :resorigcol 0 :resjunk false}) :override 0})`;
  expect(readTargetEntries(tree)).toEqual([
    { column: 1, originTable: 16384, originColumn: 1 },
    { column: 2, originTable: 0, originColumn: 0 },
  ]);
});

test("a tree that is not a query has no columns", () => {
  expect(readTargetEntries("<>")).toEqual([]);
  expect(readTargetEntries("({QUERY :targetList <>})")).toEqual([]);
});
