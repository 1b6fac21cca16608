import type { StoryObj } from "@storybook/react-vite";
import { expect, userEvent, within } from "storybook/test";
import type { Auth, ViewType } from "../src/index.ts";
import { apiError, testClient } from "../test/client.ts";

export type Story = StoryObj<typeof Auth>;
type Responses = NonNullable<Parameters<typeof testClient>[0]>;

/** The values to type, by field label. */
type Entries = Readonly<Record<string, string>>;

/** How a story uses a view: the values to type, the button to press, and the method that the form then calls. */
export interface ViewScript {
  readonly view: ViewType;
  readonly fields: Entries;
  readonly button: string;
  readonly busyButton: string;
  /** The confirmation, if the view shows one. */
  readonly confirmation?: string;
  /** The client method that the form calls. */
  readonly call: keyof Responses;
}

const longMessage =
  "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft, " +
  "and a sentence that an authentication hook wrote, which is longer than anybody " +
  "would want to read on the screen of a telephone held in one hand.";

/** Returns the story of a form before any input. */
export function idle({ view }: ViewScript): Story {
  return { args: { view, supabaseClient: testClient().client, magicLink: true } };
}

/** Returns the story of a form that waits for its response. */
export function sending(script: ViewScript): Story {
  return storyWith(
    script,
    () => new Promise(() => {}),
    async (form) => {
      const button = await form.findByRole("button", { name: script.busyButton });
      await expect(button).toBeDisabled();
      await expect(button).toHaveAttribute("aria-busy", "true");
    },
  );
}

/** Returns the story of a form after success. */
export function sent(script: ViewScript): Story {
  return storyWith(script, undefined, async (form) => {
    await expect(await form.findByRole("button", { name: script.button })).toBeEnabled();
    if (script.confirmation) await expect(await form.findByText(script.confirmation)).toBeVisible();
  });
}

/** Returns the story of a form after a server error. */
export function failed(script: ViewScript): Story {
  const error = apiError("The server's message", "unexpected_failure");
  return storyWith(
    script,
    async () => ({ data: { user: null, session: null }, error }),
    async (form) => {
      await expect(await form.findByText("The server's message")).toBeVisible();
      await expect(form.getByRole("alert")).not.toBeEmptyDOMElement();
    },
  );
}

/** Returns the story of a form whose server cannot be reached. */
export function offline(script: ViewScript): Story {
  return storyWith(
    script,
    () => Promise.reject(new TypeError("Failed to fetch")),
    async (form) => {
      await expect(await form.findByText(/^We couldn't reach the server\./)).toBeVisible();
      await expect(form.getByRole("button", { name: script.button })).toBeEnabled();
    },
  );
}

/** Returns the story of a form with very long texts. */
export function longText(script: ViewScript): Story {
  const error = apiError(longMessage, "hook_payload_over_size_limit");
  const story = storyWith(
    script,
    async () => ({ data: { user: null, session: null }, error }),
    async (form) => {
      await expect(await within(form.getByRole("alert")).findByText(longMessage)).toBeVisible();
      await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
    },
  );
  return {
    ...story,
    args: {
      ...story.args,
      localization: { variables: { [script.view]: { heading: longMessage } } },
    },
  };
}

function storyWith(
  script: ViewScript,
  response: (() => Promise<unknown>) | undefined,
  play: (form: ReturnType<typeof within>) => Promise<void>,
): Story {
  const { client } = testClient(response && { [script.call]: response });
  return {
    args: { view: script.view, supabaseClient: client },
    play: async ({ canvasElement }) => {
      const form = within(canvasElement);
      for (const [label, text] of Object.entries(script.fields)) {
        await userEvent.type(form.getByLabelText(label), text, { delay: null });
      }
      await userEvent.click(form.getByRole("button", { name: script.button }));
      await play(form);
    },
  };
}
