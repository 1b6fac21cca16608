import { describe, expect, test, vi } from "vitest";
import { someSession, someUser } from "../../test/client.ts";
import { en } from "../i18n/en.ts";
import type { ViewType } from "../view-names.ts";
import type { AuthProps } from "./auth-props.ts";
import { createViewMachine, type ViewState } from "./view-machine.ts";

/** Creates a state machine that shows a view, and records its notifications. */
function machineAt(view: ViewType, props: Partial<Pick<AuthProps, "onBeforeViewChange">> = {}) {
  const states: ViewState[] = [];
  const reset = vi.fn<(confirmation: string | undefined) => void>();
  const options: AuthProps = { ...Object({ supabaseClient: {} }), ...props };
  const machine = createViewMachine({ view, email: "", focus: false }, view, {
    options,
    texts: en,
    home: "sign_in",
    typedEmail: () => "typed@example.com",
    reset,
    onChange: (state) => states.push(state),
  });
  return { ...machine, states, reset, latestState: () => states.at(-1) };
}

describe("the view machine", () => {
  test("the view machine shows the view of a link with the typed e-mail and the focus", () => {
    const machine = machineAt("sign_in");
    expect(machine.show("sign_up")).toBe(true);
    expect(machine.latestState()).toEqual({
      view: "sign_up",
      email: "typed@example.com",
      focus: true,
    });
    expect(machine.reset).toHaveBeenCalledExactlyOnceWith(undefined);
  });

  test("the view machine keeps its view and accepts another e-mail", () => {
    const machine = machineAt("sign_in");
    expect(machine.show("sign_in", { email: "ada@example.com" })).toBe(false);
    expect(machine.latestState()).toEqual({
      view: "sign_in",
      email: "ada@example.com",
      focus: false,
    });
    expect(machine.reset).not.toHaveBeenCalled();
  });

  test("the view machine keeps the texts of a prevented view until the application requests that view", () => {
    const machine = machineAt("sign_in", { onBeforeViewChange: () => false });
    expect(machine.show("sign_up", { confirmation: "Done" })).toBe(false);
    expect(machine.states).toEqual([]);
    machine.request("sign_up");
    expect(machine.latestState()?.view).toBe("sign_up");
    expect(machine.reset).toHaveBeenCalledExactlyOnceWith("Done");
  });

  test("the view machine returns to the application's view when the address no longer names one", () => {
    const machine = machineAt("sign_in");
    machine.request("magic_link");
    machine.show("sign_up");
    machine.leave();
    expect(machine.latestState()?.view).toBe("magic_link");
  });

  test("the view machine shows update_password after a recovery, for the signed-in account", () => {
    const machine = machineAt("sign_in");
    machine.follow("PASSWORD_RECOVERY", someSession);
    expect(machine.latestState()).toEqual({
      view: "update_password",
      email: someUser.email,
      focus: true,
    });
    machine.follow("USER_UPDATED", someSession);
    expect(machine.latestState()?.view).toBe("sign_in");
    expect(machine.reset).toHaveBeenLastCalledWith(en.update_password.confirmation_text);
  });

  test("the view machine keeps its view after a sign-in in another tab", () => {
    const machine = machineAt("sign_up");
    machine.follow("SIGNED_IN", someSession);
    expect(machine.states).toEqual([]);
  });
});
