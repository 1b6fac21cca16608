import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { show, signInLabels } from "../../../test/show.tsx";
import { emailSuggestion } from "./email-suggestion.tsx";
import { suggestionFor } from "./suggestion.ts";

test.each([
  ["ada@gmial.com", "ada@gmail.com"],
  ["ada@gmail.con", "ada@gmail.com"],
  ["Ada.L@GMAL.com", "Ada.L@gmail.com"],
  ["ada@hotmial.com", "ada@hotmail.com"],
  ["ada@yahooo.com", "ada@yahoo.com"],
  ["ada@gmail.com", undefined],
  ["ada@mail.com", undefined],
  ["ada@yahoo.ca", undefined],
  ["ada@example.com", undefined],
  ["ada@web.com", undefined],
  ["ada", undefined],
  ["", undefined],
])("the suggestion for %s is %s", (email, suggestion) =>
  expect(suggestionFor(email)).toBe(suggestion),
);

test("a button corrects a mistyped e-mail and returns the focus to its field", async () => {
  const form = await show({ plugins: [emailSuggestion()] });
  await form.label(signInLabels.email).fill("ada@gmial.com");
  await userEvent.tab();
  await form.button("Did you mean ada@gmail.com?").click();
  await expect.element(form.label(signInLabels.email)).toHaveValue("ada@gmail.com");
  await expect.element(form.label(signInLabels.email)).toHaveFocus();
  await expect.element(form.getByText(/Did you mean/)).not.toBeInTheDocument();
});
