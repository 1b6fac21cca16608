import { expect, inject, test } from "vitest";
import { weigh } from "../weigh.ts";

const { home } = inject("packed");

test("a page with every view and three providers loads no more than its budget", async () => {
  const { script, style } = await weigh(
    `export { Auth } from "@portico/react"; import "@portico/react/styles.css";`,
    { root: home },
  );
  expect(script).toBeLessThan(8_500);
  expect(style).toBeLessThan(3_100);
});

test("a page with one hook loads no view but its own, and no markup", async () => {
  const { script } = await weigh(`export { useSignIn } from "@portico/react";`, { root: home });
  expect(script).toBeLessThan(3_100);
});
