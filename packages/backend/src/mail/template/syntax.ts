/** A template as the parser understands it: what Go's text/template/parse calls the tree. */
export type Node =
  | { readonly type: "text"; readonly text: string; readonly line: number }
  | { readonly type: "action"; readonly pipeline: Pipeline; readonly line: number }
  | ({ readonly type: "if" } & Branch)
  | ({ readonly type: "with" } & Branch)
  | ({ readonly type: "range" } & Branch)
  | { readonly type: "break"; readonly line: number }
  | { readonly type: "continue"; readonly line: number };

/** `{{ if }}`, `{{ with }}` and `{{ range }}` have the same shape. */
export interface Branch {
  readonly pipeline: Pipeline;
  readonly body: readonly Node[];
  readonly otherwise: readonly Node[];
  readonly line: number;
}

/** `$index, $element := first | second argument`. */
export interface Pipeline {
  readonly variables: readonly string[];
  /** `=` to variables that exist, rather than `:=` to new ones. */
  readonly assigns: boolean;
  readonly commands: readonly Command[];
  readonly line: number;
}

/** A function with its arguments, or one value alone. */
export type Command = readonly [Operand, ...Operand[]];

export type Operand =
  | { readonly type: "dot" }
  | { readonly type: "nil" }
  | { readonly type: "constant"; readonly value: boolean | string | bigint | number }
  | { readonly type: "field"; readonly path: readonly string[] }
  | { readonly type: "variable"; readonly name: string; readonly path: readonly string[] }
  | { readonly type: "function"; readonly name: string }
  | { readonly type: "nested"; readonly pipeline: Pipeline; readonly path: readonly string[] };

/** A template that cannot be read, or that cannot be rendered with the data it was given. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";
  /** Which template: a file's path, or the kind of message. */
  readonly template: string;
  /** Counted from 1. */
  readonly line: number;
  readonly reason: string;

  constructor(template: string, line: number, reason: string) {
    super(`${template}, line ${line}: ${reason}`);
    this.template = template;
    this.line = line;
    this.reason = reason;
  }
}

/** What the stages throw before anyone knows which template it is; see {@link TemplateError}. */
export class Fault extends Error {
  readonly line: number;

  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
  }
}
