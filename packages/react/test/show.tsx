import { beforeEach } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Auth, AuthCard } from "../src/index.ts";
import { type AuthProps, Auth as AuthWithPlugins } from "../src/plugins/index.ts";
import { testClient } from "./client.ts";
import "../src/theme/styles.css";

const start = location.href;
beforeEach(() => history.replaceState(null, "", start));

type Props = Omit<AuthProps, "supabaseClient">;

/** Shows a form as a page would, with a client that answers as it is told. */
export async function show(props: Props = {}, answers: Parameters<typeof testClient>[0] = {}) {
  const backend = testClient(answers);
  const Form = props.plugins ? AuthWithPlugins : Auth;
  const form = (more: Props) => (
    <AuthCard>
      <Form supabaseClient={backend.client} {...props} {...more} />
    </AuthCard>
  );
  const screen = await render(form({}));
  const label = (name: string) => screen.getByLabelText(name, { exact: true });
  const button = (name: string) => screen.getByRole("button", { name, exact: true });

  return {
    ...backend,
    ...screen,
    /** Renders the same form again, with other properties. */
    again: (more: Props) => screen.rerender(form(more)),
    label,
    button,
    heading: (name: string) => screen.getByRole("heading", { name, exact: true }),
    link: (name: string) => screen.getByRole("link", { name, exact: true }),
    alert: screen.getByRole("alert"),
    /** The polite region of the form, not that of a field's hint. */
    status: screen.getByRole("status").last(),
    /** What was asked of the client by this name, each time. */
    callsOf: (method: string) =>
      backend.calls.filter((call) => call.method === method).map((call) => call.args),
    /** Fills fields by their labels. */
    async enter(fields: { [label: string]: string }) {
      for (const [name, value] of Object.entries(fields)) await label(name).fill(value);
    },
    /** Leaves the page as it is, and presses Enter where the focus is. */
    pressEnter: () => userEvent.keyboard("{Enter}"),
  };
}

/** The words that the sign-in form calls its fields by. */
export const signIn = {
  email: "Email address",
  password: "Your password",
} as const;
