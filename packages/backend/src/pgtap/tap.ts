/** A line of TAP about one test (https://testanything.org/tap-specification.html). */
export interface TapTest {
  readonly number: number;
  readonly isOk: boolean;
  readonly description: string;
  /** A test marked as TODO is expected to fail; one marked as SKIP was not run. Neither is a failure. */
  readonly directive?: "TODO" | "SKIP" | undefined;
}

/** The parsed output of a test file. */
export interface Tap {
  /** The number of tests in the plan. */
  readonly planned: number | undefined;
  /** The reason why the file skipped all its tests, if it did. */
  readonly skipped: string | undefined;
  /** The reason why the file stopped with `Bail out!`, if it did. */
  readonly bailedOut: string | undefined;
  readonly tests: readonly TapTest[];
  /** The lines about failed tests, without the leading `#`. */
  readonly diagnostics: readonly string[];
}

/** Parses lines of TAP. Ignores all other lines. */
export function parseTap(lines: readonly string[]): Tap {
  let planned: number | undefined;
  let skipped: string | undefined;
  let bailedOut: string | undefined;
  const tests: TapTest[] = [];
  const diagnostics: string[] = [];
  for (const line of lines) {
    const plan = /^1\.\.(\d+)(?:\s*#\s*skip\s*(.*))?$/i.exec(line);
    const test = /^(not )?ok\b(?:\s+(\d+))?(?:\s+-)?\s*(.*)$/.exec(line);
    const bail = /^Bail out!\s*(.*)$/.exec(line);
    if (plan) {
      planned = Number(plan[1]);
      if (planned === 0) skipped = plan[2] ?? "";
    } else if (test) tests.push(testOf(test, tests.length + 1));
    else if (bail) bailedOut = bail[1] ?? "";
    else if (line.startsWith("#")) diagnostics.push(line.slice(1).replace(/^ /, ""));
  }
  return { planned, skipped, bailedOut, tests, diagnostics };
}

function testOf([, not, number, rest = ""]: RegExpExecArray, next: number): TapTest {
  const [, description = "", directive] = /^(.*?)(?:\s*#\s*(todo|skip)\b.*)?$/i.exec(rest) ?? [];
  return {
    number: number === undefined ? next : Number(number),
    isOk: not === undefined,
    description,
    directive: directive === undefined ? undefined : (directive.toUpperCase() as "TODO" | "SKIP"),
  };
}

/** Returns the numbers of the failed tests. */
export const failedTestNumbers = ({ tests }: Tap): number[] =>
  tests.filter(({ isOk, directive }) => !isOk && !directive).map(({ number }) => number);

/** Returns what is wrong with the plan, such as a different number of tests. */
export function planErrors({ planned, bailedOut, tests }: Tap): string[] {
  if (bailedOut !== undefined) return [`Bail out! ${bailedOut}`.trim()];
  if (planned === undefined) return ["No plan found: call plan(…) or no_plan(), and finish()."];
  return planned === tests.length ? [] : [`Planned ${planned} tests, but ran ${tests.length}.`];
}
