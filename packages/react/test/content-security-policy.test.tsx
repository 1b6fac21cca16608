import { expect, test } from "vitest";
import { show } from "./show.tsx";

test("the form does not violate a strict Content-Security-Policy", async () => {
  const violations: string[] = [];
  addEventListener("securitypolicyviolation", (event) =>
    violations.push(`${event.violatedDirective}: ${event.blockedURI}`),
  );
  const policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = "default-src 'self'; require-trusted-types-for 'script'";
  document.head.append(policy);
  // Check first that the policy is active and that violations are reported.
  const style = document.createElement("style");
  style.textContent = "b {}";
  document.head.append(style);
  await expect.poll(() => violations).toEqual(["style-src-elem: inline"]);

  const form = await show({
    theme: "dark",
    providers: ["github", "discord"],
    socialColors: true,
    appearance: { variables: { default: {}, dark: { colors: { brand: "rgb(1, 2, 3)" } } } },
  });
  await expect.poll(() => form.container.querySelectorAll("svg:has(path)").length).toBe(3);
  expect(getComputedStyle(form.button("Sign in").element()).backgroundColor).toBe("rgb(1, 2, 3)");
  // Move the pointer away from the buttons: an earlier test may have left it on one of them.
  await form.heading("Sign in").hover();
  const discord = form.button("Sign in with Discord").element();
  await expect.poll(() => getComputedStyle(discord).backgroundColor).toBe("rgb(71, 82, 196)");
  await form.link("Forgot your password?").click();
  await form.label("Email address").fill("ada@example.com");
  await form.pressEnter();
  await expect
    .element(form.status)
    .toHaveTextContent("Check your email for the password reset link");
  expect(violations).toHaveLength(1);
});
