import { expect, test } from "vitest";
import type { Cause } from "../explanation.ts";
import type { PuzzleRequest, Puzzles } from "./puzzles.ts";

/** A request, the cause of its response, and the exact verdict. */
export interface Puzzle {
  readonly title: string;
  readonly request: readonly [method: string, path: string, more?: PuzzleRequest];
  readonly cause: Cause;
  readonly verdict: string;
}

/** Creates a test for each puzzle. Each test also compares the explanation with the response of the real wire. */
export function testPuzzles(puzzles: () => Puzzles, all: readonly Puzzle[]): void {
  for (const { title, request, cause, verdict } of all) {
    test(title, async () => {
      const explanation = await puzzles().why(...request);
      expect(explanation.verdict).toBe(verdict);
      expect(explanation.cause).toBe(cause);
    });
  }
}
