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

export default { title: "Views/Update password", component: Auth } satisfies Meta<typeof Auth>;

const view: ViewScript = {
  view: "update_password",
  fields: { "New password": "correct horse" },
  button: "Update password",
  busyButton: "Updating password…",
  confirmation: "Your password has been updated",
  call: "updateUser",
};

export const Idle: Story = idle(view);
export const Sending: Story = sending(view);
export const Sent: Story = sent(view);
export const Failed: Story = failed(view);
export const Offline: Story = offline(view);
export const LongText: Story = longText(view);
