/** A parsed template: the tree of Go's text/template/parse. */
export type Node =
  | { readonly type: "text"; readonly text: string; readonly line: number }
  | { readonly type: "action"; readonly pipeline: Pipeline; readonly line: number }
  | ({ readonly type: "if" } & Branch)
  | ({ readonly type: "with" } & Branch)
  | ({ readonly type: "range" } & Branch)
  | { readonly type: "break"; readonly line: number }
  | { readonly type: "continue"; readonly line: number };

/** The common structure of `{{ if }}`, `{{ with }}` and `{{ range }}`. */
export interface Branch {
  readonly pipeline: Pipeline;
  readonly body: readonly Node[];
  readonly otherwise: readonly Node[];
  readonly line: number;
}

/** For example `$index, $element := first | second argument`. */
export interface Pipeline {
  readonly variables: readonly string[];
  /** Whether `=` assigns existing variables; `:=` declares new ones. */
  readonly assigns: boolean;
  readonly commands: readonly Command[];
  readonly line: number;
}

/** A function with its arguments, or a single value. */
export type Command = readonly [Operand, ...Operand[]];

export type Operand =
  | { readonly type: "dot" }
  | { readonly type: "nil" }
  | { readonly type: "constant"; readonly value: boolean | string | bigint | number }
  | { readonly type: "field"; readonly path: readonly string[] }
  | { readonly type: "variable"; readonly name: string; readonly path: readonly string[] }
  | { readonly type: "function"; readonly name: string }
  | { readonly type: "nested"; readonly pipeline: Pipeline; readonly path: readonly string[] };

/** Thrown if a template cannot be parsed, or cannot be rendered with its data. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";
  /** The name of the template: a file's path, or the kind of message. */
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

/** Thrown by the stages of the engine, which do not know the template's name; see {@link TemplateError}. */
export class Fault extends Error {
  readonly line: number;

  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
  }
}
