import { identifier, join, type Sql, sql, trusted } from "../../database/sql.ts";
import type { Structure } from "../catalog/structure.ts";
import { columnOf, primaryKeyOf } from "./cells.ts";

export interface Sort {
  readonly column: string;
  readonly isDescending: boolean;
}

/** One column or expression of an `order by` clause. */
interface Term {
  readonly name: Sql;
  readonly isDescending: boolean;
  readonly isNullable: boolean;
}

/** The order of the rows, and how a page continues the previous one. */
export interface Order {
  readonly by: Sql;
  /**
   * The expressions whose values in a page's last row determine where the next page starts, or an empty list if pages
   * have offsets.
   */
  readonly keys: readonly Sql[];
  /** Returns the condition for the rows after the given values. */
  continueAfter(values: readonly (string | null)[]): Sql;
}

/**
 * Returns the order of the rows. With a unique key, a page continues after the last row of the previous page, so that
 * later pages are as fast as early ones. Views have no such key.
 *
 * @param readable the columns that the role may read
 */
export function orderOf(
  structure: Structure,
  sort: Sort | undefined,
  readable: ReadonlySet<string>,
): Order {
  const terms: Term[] = [];
  if (sort) {
    const { name, isNullable } = columnOf(structure, sort.column);
    terms.push({ name: identifier(name), isDescending: sort.isDescending, isNullable });
  }
  const unique = uniqueTerms(structure, readable, sort?.isDescending ?? false);
  const isUnique = unique.length > 0;
  terms.push(...unique.filter(({ name }) => !terms.some((term) => term.name.text === name.text)));
  // PostgreSQL sorts its indexes in this default order: nulls last, or first in descending order.
  const by = terms.map(({ name, isDescending }) =>
    isDescending ? sql`${name} desc` : sql`${name}`,
  );
  return {
    by: by.length > 0 ? sql`order by ${join(by)}` : sql``,
    keys: isUnique ? terms.map(({ name }) => name) : [],
    continueAfter: (values) => afterAll(terms, values),
  };
}

function uniqueTerms(
  structure: Structure,
  readable: ReadonlySet<string>,
  isDescending: boolean,
): Term[] {
  const key = primaryKeyOf(structure);
  if (key.length > 0 && key.every(({ name }) => readable.has(name))) {
    return key.map(({ name }) => ({ name: identifier(name), isDescending, isNullable: false }));
  }
  // Order by the row's position (`ctid`) only in a plain table. In a partitioned table, it is not unique across the
  // partitions.
  const hasRowPosition = structure.kind === "table" && readable.size === structure.columns.length;
  return hasRowPosition ? [{ name: trusted("ctid"), isDescending, isNullable: false }] : [];
}

function afterAll(terms: readonly Term[], values: readonly (string | null)[]): Sql {
  const isComparable = terms.every((term, at) => !term.isNullable && values[at] !== null);
  const [first] = terms;
  // Compare whole rows if possible, because PostgreSQL can use an index for that.
  if (isComparable && first && terms.every((term) => term.isDescending === first.isDescending)) {
    const names = join(terms.map(({ name }) => name));
    const bounds = join(terms.map((_, at) => sql`${values[at]}`));
    return sql`(${names}) ${trusted(first.isDescending ? "<" : ">")} (${bounds})`;
  }
  const steps = terms.map((term, at) => {
    const equal = terms.slice(0, at).map(({ name }, before) => isEqual(name, values[before]));
    return sql`(${join([...equal, isAfter(term, values[at])], " and ")})`;
  });
  return sql`(${join(steps, " or ")})`;
}

const isEqual = (name: Sql, value: string | null | undefined): Sql =>
  value == null ? sql`${name} is null` : sql`${name} = ${value}`;

function isAfter({ name, isDescending, isNullable }: Term, value: string | null | undefined): Sql {
  if (value == null) return isDescending ? sql`${name} is not null` : sql`false`;
  if (isDescending) return sql`${name} < ${value}`;
  return isNullable ? sql`(${name} > ${value} or ${name} is null)` : sql`${name} > ${value}`;
}
