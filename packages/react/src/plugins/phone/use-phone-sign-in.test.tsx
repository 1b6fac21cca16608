import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { testClient } from "../../../test/client.ts";
import { usePhoneSignIn } from "./use-phone-sign-in.ts";

/** Renders an application's own form in plain HTML. */
function PhoneForm({ client }: { client: ReturnType<typeof testClient>["client"] }) {
  const phone = usePhoneSignIn({ supabaseClient: client, country: "GB" });
  const { alert, button, code, country, form, heading, number } = phone;
  if (code) {
    return (
      <form key="code" {...code.form}>
        <h2 {...code.heading} />
        <p>{code.text}</p>
        <input {...code.to} />
        {code.fields.map(({ name, label, input }) => (
          <p key={name}>
            <label htmlFor={label.htmlFor}>{label.children}</label>
            <input {...input} />
          </p>
        ))}
        <button {...code.button} />
        <button {...code.back} />
      </form>
    );
  }
  return (
    <form key="number" {...form}>
      <h2 {...heading} />
      <label htmlFor={country.label.htmlFor}>{country.label.children}</label>
      <select {...country.select}>
        {country.options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <label htmlFor={number.label.htmlFor}>{number.label.children}</label>
      <input {...number.input} />
      <button {...button} />
      <p {...alert} />
    </form>
  );
}

test("usePhoneSignIn sends a code, verifies it and returns to the number", async () => {
  const { client, calls } = testClient();
  const callsOf = (name: string) =>
    calls.filter(({ method }) => method === name).map(({ args }) => args);
  const page = await render(<PhoneForm client={client} />);
  await expect.element(page.getByLabelText("Country")).toHaveDisplayValue("United Kingdom (+44)");
  const number = page.getByLabelText("Phone number");
  await number.fill("12");
  await page.getByRole("button", { name: "Send a code" }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Enter a complete phone number.");
  await expect.element(number).toHaveFocus();
  await expect.element(number).toHaveAccessibleDescription("Enter a complete phone number.");
  await number.fill("07700 900123");
  await page.getByRole("button", { name: "Send a code" }).click();
  await expect.element(page.getByRole("heading", { name: "Enter your code" })).toHaveFocus();
  await expect.element(page.getByText("We sent a code to +447700900123.")).toBeVisible();
  expect(callsOf("signInWithOtp")).toEqual([[{ phone: "+447700900123", options: {} }]]);
  await page.getByLabelText("One-time code").fill("123456");
  await page.getByRole("button", { name: "Verify code" }).click();
  await expect
    .poll(() => callsOf("verifyOtp"))
    .toEqual([[{ phone: "+447700900123", token: "123456", type: "sms" }]]);
  await page.getByRole("button", { name: "Wrong number?" }).click();
  await expect.element(number).toHaveFocus();
  await expect.element(number).toHaveValue("+447700900123");
});
