import { render } from "vitest-browser-react";
import { Auth, AuthCard, type AuthProps, TermsCheckbox } from "../../src/index.ts";
import { testClient } from "../client.ts";

export const schemes = ["light", "dark"] as const;

type Appearance = NonNullable<AuthProps["appearance"]>;

export function Form(props: Partial<AuthProps>) {
  return (
    <AuthCard>
      <Auth
        supabaseClient={testClient().client}
        providers={["github", "google"]}
        magicLink
        {...props}
      />
    </AuthCard>
  );
}

export async function markup(
  theme: string,
  className: Appearance["className"] = {},
  style: Appearance["style"] = {},
): Promise<string> {
  const { container, unmount } = await render(
    <Form view="sign_up" theme={theme} appearance={{ className, style }}>
      <TermsCheckbox value="2026-01">I accept the terms</TermsCheckbox>
    </Form>,
  );
  const html = container.innerHTML;
  await unmount();
  return html;
}
