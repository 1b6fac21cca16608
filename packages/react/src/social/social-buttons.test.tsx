import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { apiError, deferred } from "../../test/client.ts";
import { contrastRatio } from "../../test/contrast.ts";
import { show } from "../../test/show.tsx";
import type { AuthProps, Provider } from "../index.ts";

const redirectResponse = (provider: Provider) => ({
  data: { provider, url: "https://auth.example.com/authorize" },
  error: null,
});

const names = {
  apple: "Apple",
  azure: "Azure",
  bitbucket: "Bitbucket",
  discord: "Discord",
  facebook: "Facebook",
  figma: "Figma",
  fly: "Fly.io",
  github: "GitHub",
  gitlab: "GitLab",
  google: "Google",
  kakao: "Kakao",
  keycloak: "Keycloak",
  linkedin: "LinkedIn",
  linkedin_oidc: "LinkedIn",
  notion: "Notion",
  slack: "Slack",
  slack_oidc: "Slack",
  spotify: "Spotify",
  twitch: "Twitch",
  twitter: "X",
  workos: "WorkOS",
  x: "X",
  zoom: "Zoom",
} satisfies Partial<Record<Provider, string>>;

const isProvider = (key: string): key is keyof typeof names => key in names;
/** The providers, but only one for each brand. */
const brands = Object.keys(names)
  .filter(isProvider)
  .filter((key) => !["linkedin", "slack", "twitter"].includes(key));

describe("social sign-in", () => {
  test("social sign-in offers GitHub, Google and Azure in a column by default", async () => {
    const { getByRole } = await show();
    const buttons = getByRole("button", { name: /^Sign in with/ }).elements();
    expect(buttons.map((button) => button.textContent)).toEqual([
      "Sign in with GitHub",
      "Sign in with Google",
      "Sign in with Azure",
    ]);
    const tops = buttons.map((button) => button.getBoundingClientRect().top);
    expect(new Set(tops).size).toBe(3);
  });

  test("social sign-in with an empty list of providers shows neither buttons nor a divider", async () => {
    const { container, getByRole } = await show({ providers: [] });
    expect(getByRole("button", { name: /^Sign in with/ }).elements()).toEqual([]);
    expect(container.querySelector(".supabase-auth-ui_ui-divider")).toBeNull();
  });

  test("the social buttons are above the form in sign-in and sign-up", async () => {
    for (const [view, text] of [
      ["sign_in", "Sign in with GitHub"],
      ["sign_up", "Continue with GitHub"],
    ] as const) {
      const { button, container, unmount } = await show({ view });
      const form = container.querySelector("form");
      const position = button(text)
        .element()
        .compareDocumentPosition(form ?? document);
      expect(position).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
      await unmount();
    }
  });

  test("social sign-in sends the provider, its scopes, its parameters and the redirect address", async () => {
    const { callsOf, button } = await show({
      providers: ["google", "github"],
      providerScopes: { google: "email calendar" },
      queryParams: { prompt: "consent" },
      redirectTo: "https://app.example.com/",
    });
    await button("Sign in with Google").click();
    await button("Sign in with GitHub").click();
    expect(callsOf("signInWithOAuth")).toEqual([
      [
        {
          provider: "google",
          options: {
            redirectTo: "https://app.example.com/",
            scopes: "email calendar",
            queryParams: { prompt: "consent" },
          },
        },
      ],
      [
        {
          provider: "github",
          options: { redirectTo: "https://app.example.com/", queryParams: { prompt: "consent" } },
        },
      ],
    ]);
  });

  test("only the social button that was pressed is busy", async () => {
    const response = deferred<ReturnType<typeof redirectResponse>>();
    const { button } = await show({}, { signInWithOAuth: () => response.promise });
    await button("Sign in with GitHub").click();
    await expect.element(button("Sign in with GitHub")).toBeDisabled();
    await expect.element(button("Sign in with GitHub")).toHaveAttribute("aria-busy", "true");
    await expect.element(button("Sign in with Google")).toBeEnabled();
    await expect.element(button("Sign in")).toBeEnabled();
    response.resolve(redirectResponse("github"));
    await expect.element(button("Sign in with GitHub")).toBeEnabled();
  });

  test("the form shows why social sign-in could not start", async () => {
    const { alert, button } = await show(
      { onlyThirdPartyProviders: true },
      {
        signInWithOAuth: async ({ provider }) => ({
          data: { provider, url: null },
          error: apiError("Unsupported provider: provider is not enabled", "validation_failed"),
        }),
      },
    );
    await button("Sign in with GitHub").click();
    await expect.element(alert).toHaveTextContent("Unsupported provider: provider is not enabled");
  });

  test("the social buttons can be shown without a form", async () => {
    const { button, container, heading } = await show({ onlyThirdPartyProviders: true });
    await expect.element(heading("Sign in")).toBeVisible();
    await expect.element(button("Sign in with GitHub")).toBeVisible();
    expect(container.querySelector("form, .supabase-auth-ui_ui-divider")).toBeNull();
  });

  test("a social button has the brand's own spelling and an icon of 21 pixels", async () => {
    const { container, getByRole } = await show({
      providers: brands,
      onlyThirdPartyProviders: true,
    });
    expect(
      getByRole("button")
        .elements()
        .map((button) => button.textContent),
    ).toEqual(brands.map((key) => `Sign in with ${names[key]}`));
    await expect.poll(() => container.querySelectorAll("svg:has(path)").length).toBe(brands.length);
    for (const icon of container.querySelectorAll("svg")) {
      expect(icon.getBoundingClientRect()).toMatchObject({ width: 21, height: 21 });
      expect(icon.ariaHidden).toBe("true");
      expect(icon.querySelector("[id]")).toBeNull();
    }
  });

  test.each([
    ["x", "twitter", "X", "X (twitter)"],
    ["linkedin_oidc", "linkedin", "LinkedIn (oidc)", "LinkedIn"],
  ] as const)(
    "the buttons of %s and %s have different names",
    async (provider, otherProvider, name, otherName) => {
      const { getByRole } = await show({
        providers: [provider, otherProvider],
        onlyThirdPartyProviders: true,
      });
      expect(
        getByRole("button")
          .elements()
          .map((button) => button.textContent),
      ).toEqual([`Sign in with ${name}`, `Sign in with ${otherName}`]);
    },
  );

  test("a provider can have its own name, icon, scopes and parameters", async () => {
    const { callsOf, button, container } = await show({
      queryParams: { prompt: "consent" },
      providers: [
        {
          provider: "custom:acme",
          name: "Acme & Sons",
          icon: [["currentColor", "M0 0h24v24z"]],
          scopes: "openid",
          queryParams: { tenant: "acme" },
        },
        "github",
      ],
    });
    await button("Sign in with Acme & Sons").click();
    expect(container.querySelector("[data-portico-provider='custom:acme'] path")).not.toBeNull();
    expect(callsOf("signInWithOAuth")).toEqual([
      [
        {
          provider: "custom:acme",
          options: { scopes: "openid", queryParams: { prompt: "consent", tenant: "acme" } },
        },
      ],
    ]);
  });

  test("the button of an unknown provider shows its name and a letter", async () => {
    const { button, container } = await show({ providers: ["custom:acme"] });
    await expect.element(button("Sign in with Acme")).toBeVisible();
    expect(container.querySelector("svg text")?.textContent).toBe("A");
  });

  test("social buttons without text have accessible names", async () => {
    const { button, getByRole } = await show({ socialLayout: "horizontal" });
    await expect.element(button("Sign in with GitHub")).toHaveTextContent("");
    const topPositions = getByRole("button", { name: /^Sign in with/ })
      .elements()
      .map((element) => element.getBoundingClientRect().top);
    expect(new Set(topPositions).size).toBe(1);
  });

  test("the automatic layout stacks up to three social buttons, and uses a row of icons for more or in a low window", async () => {
    const rowCount = async (providers: NonNullable<AuthProps["providers"]>, height: number) => {
      await page.viewport(1280, height);
      const { getByRole, unmount } = await show({ socialLayout: "auto", providers });
      const buttons = getByRole("button", { name: /^Sign in with \w+$/ }).elements();
      expect(buttons).toHaveLength(providers.length);
      const tops = buttons.map((element) => element.getBoundingClientRect().top);
      await unmount();
      return new Set(tops).size;
    };
    const threeProviders: Provider[] = ["github", "google", "azure"];
    expect(await rowCount(threeProviders, 900)).toBe(3);
    expect(await rowCount(threeProviders, 720)).toBe(1);
    expect(await rowCount([...threeProviders, "gitlab"], 900)).toBe(1);
  });

  test("social buttons in brand colors have readable text", async () => {
    const { container } = await show({ providers: brands, socialColors: true });
    await expect
      .poll(() => container.querySelectorAll("[data-portico-provider][data-colors]").length)
      .toBe(brands.length);
    for (const button of container.querySelectorAll("[data-portico-provider]")) {
      const { backgroundColor, color } = getComputedStyle(button);
      const name = button.textContent;
      expect({ name, ratio: contrastRatio(color, backgroundColor) >= 4.5 }).toEqual({
        name,
        ratio: true,
      });
    }
  });
});
