import { beforeEach } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Auth, AuthCard } from "../src/index.ts";
import { type AuthProps, Auth as AuthWithPlugins } from "../src/plugins/index.ts";
import { testClient } from "./client.ts";
import "../src/theme/styles.css";

const initialUrl = location.href;
beforeEach(() => history.replaceState(null, "", initialUrl));

type Props = Omit<AuthProps, "supabaseClient">;

/** Renders a form with a client that responds as the test specifies. */
export async function show(props: Props = {}, responses: Parameters<typeof testClient>[0] = {}) {
  const backend = testClient(responses);
  const Form = props.plugins ? AuthWithPlugins : Auth;
  const form = (moreProps: Props) => (
    <AuthCard>
      <Form supabaseClient={backend.client} {...props} {...moreProps} />
    </AuthCard>
  );
  const screen = await render(form({}));
  const label = (name: string) => screen.getByLabelText(name, { exact: true });
  const button = (name: string) => screen.getByRole("button", { name, exact: true });

  return {
    ...backend,
    ...screen,
    /** Renders the same form again with changed props. */
    rerender: (changedProps: Props) => screen.rerender(form(changedProps)),
    label,
    button,
    heading: (name: string) => screen.getByRole("heading", { name, exact: true }),
    link: (name: string) => screen.getByRole("link", { name, exact: true }),
    alert: screen.getByRole("alert"),
    /** The form's live region. It is the last one, because a field's hint can have one before it. */
    status: screen.getByRole("status").last(),
    /** Returns the arguments of each call to this method. */
    callsOf: (method: string) =>
      backend.calls.filter((call) => call.method === method).map((call) => call.args),
    /** Fills fields by their labels. */
    async enter(fields: { [label: string]: string }) {
      for (const [name, value] of Object.entries(fields)) await label(name).fill(value);
    },
    /** Presses Enter in the focused element. */
    pressEnter: () => userEvent.keyboard("{Enter}"),
  };
}

/** The labels of the sign-in form. */
export const signInLabels = {
  email: "Email address",
  password: "Your password",
} as const;
