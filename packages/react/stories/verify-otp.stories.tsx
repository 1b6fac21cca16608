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

export default { title: "Views/Verify a code", component: Auth } satisfies Meta<typeof Auth>;

const view: ViewScript = {
  view: "verify_otp",
  fields: { "Email address": "ada@example.com", "One-time code": "123456" },
  button: "Verify code",
  busyButton: "Verifying…",
  confirmation: "Your code has been verified",
  call: "verifyOtp",
};

export const Idle: Story = idle(view);
export const Sending: Story = sending(view);
export const Sent: Story = sent(view);
export const Failed: Story = failed(view);
export const Offline: Story = offline(view);
export const LongText: Story = longText(view);
