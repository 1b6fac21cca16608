import type { Meta } from "@storybook/react-vite";
import { Auth } from "../src/index.ts";
import {
  failed,
  idle,
  longText,
  offline,
  type Story,
  sending,
  sent,
  type ViewScript,
} from "./states.ts";

export default { title: "Views/Forgotten password", component: Auth } satisfies Meta<typeof Auth>;

const view: ViewScript = {
  view: "forgotten_password",
  fields: { "Email address": "ada@example.com" },
  button: "Send reset link",
  busyButton: "Sending reset link…",
  confirmation: "Check your email for the password reset link",
  call: "resetPasswordForEmail",
};

export const Idle: Story = idle(view);
export const Sending: Story = sending(view);
export const Sent: Story = sent(view);
export const Failed: Story = failed(view);
export const Offline: Story = offline(view);
export const LongText: Story = longText(view);
