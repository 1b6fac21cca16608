/**
 * Reads PostgreSQL's `pg_node_tree`, the catalogue's format for the query of a view
 * (src/backend/nodes/read.c): nodes in braces, lists in parentheses, tokens between blanks.
 */

/** The origin of a query's column. */
export interface TargetEntry {
  /** The column's number in the view. */
  readonly column: number;
  /** The identifier of the table or view that an unchanged column comes from. 0 for an expression. */
  readonly originTable: number;
  readonly originColumn: number;
}

/** Returns the columns of the first query of a rule's action. */
export function readTargetEntries(tree: string): TargetEntry[] {
  const [action] = readList(new Reader(tree));
  const query = Array.isArray(action) ? action[0] : action;
  if (!isNode(query)) return [];
  const targets = query.fields.get("targetList")?.[0];
  if (!Array.isArray(targets)) return [];
  return targets.filter(isNode).map((entry) => ({
    column: numberOf(entry, "resno"),
    originTable: numberOf(entry, "resorigtbl"),
    originColumn: numberOf(entry, "resorigcol"),
  }));
}

interface TreeNode {
  readonly fields: ReadonlyMap<string, readonly Value[]>;
}

type Value = string | TreeNode | readonly Value[];

function isNode(value: Value | undefined): value is TreeNode {
  return typeof value === "object" && "fields" in value;
}

function numberOf(node: TreeNode, field: string): number {
  const value = node.fields.get(field)?.[0];
  return typeof value === "string" ? Number(value) : 0;
}

/** Reads values up to the closing parenthesis or the end of the text. */
function readList(reader: Reader): Value[] {
  const values: Value[] = [];
  for (let token = reader.next(); token !== undefined && token !== ")"; token = reader.next()) {
    values.push(readValue(token, reader));
  }
  return values;
}

function readValue(token: string, reader: Reader): Value {
  if (token === "(") return readList(reader);
  if (token === "{") return readNode(reader);
  return token;
}

function readNode(reader: Reader): TreeNode {
  const fields = new Map<string, Value[]>();
  let current: Value[] = [];
  for (let token = reader.next(); token !== undefined && token !== "}"; token = reader.next()) {
    if (token.startsWith(":")) {
      current = [];
      fields.set(token.slice(1), current);
    } else {
      current.push(readValue(token, reader));
    }
  }
  return { fields };
}

class Reader {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the next brace, parenthesis or word. A backslash escapes the next character of a word. */
  next(): string | undefined {
    const text = this.#text;
    while (text[this.#position] === " " || text[this.#position] === "\n") this.#position += 1;
    const start = this.#position;
    const firstCharacter = text[start];
    if (firstCharacter === undefined) return undefined;
    this.#position += 1;
    if ("(){}".includes(firstCharacter)) return firstCharacter;
    if (firstCharacter === "\\") this.#position += 1;
    for (;;) {
      const character = text[this.#position];
      if (character === undefined || " \n(){}".includes(character)) break;
      this.#position += character === "\\" ? 2 : 1;
    }
    return text.slice(start, this.#position);
  }
}
