"use client";

import { useEffect, useId, useRef, useState } from "react";
import { Button } from "../elements/button.tsx";
import { Heading } from "../elements/heading.tsx";
import { Message } from "../elements/message.tsx";
import { ChangeField } from "../form/change-fields.tsx";
import { FormMessages } from "../form/form-messages.tsx";
import type { AuthProps } from "../headless/auth-props.ts";
import { template } from "../i18n/words.ts";
import { useUser } from "../session/user-context.tsx";
import { Root } from "../theme/root.tsx";
import { CheckIcon, Group, Item } from "../user-button/menu-items.tsx";
import { useMenu } from "../user-button/use-menu.ts";
import {
  type OrganizationOptions,
  type Organizations,
  useOrganizations,
} from "./use-organizations.ts";

export interface OrganizationSwitcherProps
  extends OrganizationOptions,
    Pick<AuthProps, "appearance" | "components" | "dark" | "theme"> {
  /** Adds "Personal account" to the menu, which switches to no organization. Default: false. */
  hasPersonal?: boolean | undefined;
}

/**
 * Renders a button with the active organization, and a menu to switch to another one and to create one. A switch
 * refreshes the session, so that the access token names the organization. Renders nothing for visitors.
 *
 * @example
 * <OrganizationSwitcher supabaseClient={supabase} />
 *
 * @throws {Error} outside a `UserContextProvider`.
 */
export function OrganizationSwitcher(props: OrganizationSwitcherProps) {
  const root = useRef<HTMLDivElement>(null);
  const { user } = useUser();
  if (!user) return null;
  return (
    <Root look={props} element={root}>
      <Switcher {...props} />
    </Root>
  );
}

function Switcher(props: OrganizationSwitcherProps) {
  const state = useOrganizations(props);
  const popup = useMenu();
  const [isCreating, setIsCreating] = useState(false);
  const { active, alert, organizations, words } = state;
  const texts = words.switcher;
  const none = props.hasPersonal ? texts.personal : texts.none;
  const name = active?.name ?? (organizations ? none : "");
  const choices: readonly { readonly id: string | null; readonly name: string }[] = [
    ...(props.hasPersonal ? [{ id: null, name: texts.personal }] : []),
    ...(organizations ?? []),
  ];

  return (
    <div className="portico-user portico-organizations" {...popup.container}>
      <button
        {...popup.trigger}
        className="portico-user-button portico-organizations-button"
        aria-label={template(texts.button_label, { name })}
      >
        <bdi className="portico-user-name">{name || "…"}</bdi>
        <ChevronIcon />
      </button>
      {popup.isOpen && (
        <div className="portico-user-panel" {...popup.panel}>
          <div {...popup.menu}>
            <Group label={texts.heading}>
              {choices.map(({ id, name }) => {
                const isBusy = state.button(id ?? "none")["aria-busy"];
                return (
                  <Item
                    key={id}
                    role="menuitemradio"
                    aria-checked={(active?.id ?? null) === id}
                    aria-busy={isBusy}
                    aria-disabled={isBusy}
                    onClick={() => void state.switchTo(id)}
                  >
                    <CheckIcon />
                    <span className="portico-user-names">
                      <bdi>{name}</bdi>
                    </span>
                  </Item>
                );
              })}
            </Group>
            <Group>
              <Item
                onClick={() => {
                  popup.close();
                  setIsCreating(true);
                }}
              >
                {texts.create}
              </Item>
            </Group>
          </div>
          <div {...alert}>
            {alert.children && <Message color="danger">{alert.children}</Message>}
          </div>
        </div>
      )}
      {isCreating && <CreateDialog state={state} onClose={() => setIsCreating(false)} />}
    </div>
  );
}

/** Renders the form for a new organization in a modal dialog. The browser returns the focus to the button. */
function CreateDialog({ state, onClose }: { state: Organizations; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const texts = state.words.switcher;
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  const close = () => dialog.current?.close();

  return (
    <dialog
      ref={dialog}
      className="portico-organizations-dialog"
      aria-labelledby={id}
      onClose={() => {
        state.reset();
        onClose();
      }}
      // Keys inside the dialog must not reach the menu.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <form
        {...state.form("create", async (entries) => {
          await state.create(entries);
          close();
          return undefined;
        })}
      >
        <Heading id={id}>{texts.create}</Heading>
        <ChangeField
          label={texts.name_label}
          required
          maxLength={80}
          autoComplete="organization"
          autoCapitalize="words"
          {...state.field("name")}
        />
        <FormMessages form={state} />
        <div className="portico-organizations-row">
          <Button onClick={close}>{texts.cancel}</Button>
          <Button color="primary" {...state.button("create")}>
            {texts.create_button}
          </Button>
        </div>
      </form>
    </dialog>
  );
}

function ChevronIcon() {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path fill="none" stroke="currentColor" strokeWidth="1.5" d="m5 6 3-3 3 3m0 4-3 3-3-3" />
    </svg>
  );
}
