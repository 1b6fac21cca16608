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

export default { title: "Views/Sign up", component: Auth } satisfies Meta<typeof Auth>;

const view: ViewScript = {
  view: "sign_up",
  fields: { "Email address": "ada@example.com", "Create a password": "correct horse" },
  button: "Sign up",
  busyButton: "Signing up…",
  confirmation: "Check your email for the confirmation link",
  call: "signUp",
};

export const Idle: Story = idle(view);
export const Sending: Story = sending(view);
export const Sent: Story = sent(view);
export const Failed: Story = failed(view);
export const Offline: Story = offline(view);
export const LongText: Story = longText(view);
