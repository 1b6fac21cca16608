"use client";

import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Message } from "../elements/message.tsx";
import type { AuthProps } from "../headless/auth-props.ts";
import { template } from "../i18n/words.ts";
import { initialsOf } from "../session/display-name.ts";
import { Root } from "../theme/root.tsx";
import { CheckIcon, Group, Item } from "./menu-items.tsx";
import { useMenu } from "./use-menu.ts";
import { type UserMenu, type UserMenuOptions, useUserMenu } from "./use-user-menu.ts";

/** An item that the application adds to the menu: a link or an action. */
export interface UserMenuItem {
  readonly label: string;
  /** The address, if the item is a link. */
  readonly href?: string;
  /** Called when an item without `href` is chosen. */
  readonly onSelect?: () => void;
  /** A decorative icon before the label. */
  readonly icon?: ReactNode;
}

/** The color scheme that a user has chosen. "system" follows the operating system. */
export type ColorScheme = "system" | "light" | "dark";

/** The color scheme setting. The application stores the choice and applies it. */
export interface ColorSchemeChoice {
  readonly value: ColorScheme;
  readonly onChange: (value: ColorScheme) => void;
}

export interface UserButtonProps
  extends UserMenuOptions,
    Pick<AuthProps, "appearance" | "components" | "dark" | "theme"> {
  /** The account page's address. Default: the menu has no link to an account page. */
  accountHref?: string | undefined;
  /** The application's own items, below the link to the account page. */
  items?: readonly UserMenuItem[] | undefined;
  /** Opens an address with the application's router. Default: the browser loads it. */
  navigate?: ((href: string) => void) | undefined;
  /** The color scheme setting. Default: the menu has none. */
  colorScheme?: ColorSchemeChoice | undefined;
  /**
   * Opens the application's sign-in form without signing out. Signing in then replaces the client's session, and the
   * store keeps both. Requires `accounts`.
   */
  onAddAccount?: (() => void) | undefined;
  /** The picture's URL, if the application does not store it in `avatar_url`. */
  picture?: string | undefined;
  /** Shows the name beside the picture. Default: false. */
  showName?: boolean | undefined;
}

/**
 * Renders a button with the signed-in user's picture, and a menu with the account, the color scheme, the other accounts
 * and sign-out. Renders nothing for visitors.
 *
 * @example
 * <UserButton supabaseClient={supabase} accountHref="/account" />
 *
 * @throws {Error} outside a `UserContextProvider`.
 */
export function UserButton(props: UserButtonProps) {
  const root = useRef<HTMLDivElement>(null);
  const menu = useUserMenu(props);
  if (!menu.user) return null;
  return (
    <Root look={props} element={root}>
      <MenuButton {...props} menu={menu} userId={menu.user.id} />
    </Root>
  );
}

function MenuButton({
  menu,
  userId,
  ...props
}: UserButtonProps & { menu: UserMenu; userId: string }) {
  const { accountHref, items = [], navigate, colorScheme, onAddAccount, accounts } = props;
  const popup = useMenu();
  const texts = menu.words.menu;
  const picture = props.picture ?? menu.picture;
  const hasAccounts = accounts !== undefined;

  const { isOpen, close } = popup;
  const [shownUserId, setShownUserId] = useState(userId);
  useEffect(() => {
    if (shownUserId === userId) return;
    setShownUserId(userId);
    if (isOpen) close();
  }, [shownUserId, userId, isOpen, close]);

  /** Returns the props of an item that closes the menu. */
  const action = (run: (() => void) | undefined) => ({
    onClick: () => {
      popup.close();
      run?.();
    },
  });
  const link = (href: string) => ({
    href,
    onClick: (event: MouseEvent) => {
      popup.close();
      const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (!navigate || opensElsewhere) return;
      event.preventDefault();
      navigate(href);
    },
  });
  /** Returns the props of an item that keeps the menu open until its action is done. */
  const work = (source: string, run: () => Promise<void>) => {
    const isBusy = menu.button(source)["aria-busy"];
    return {
      "aria-busy": isBusy,
      "aria-disabled": isBusy,
      onClick: () => void run(),
    };
  };

  return (
    <div className="portico-user" {...popup.container}>
      <button
        {...popup.trigger}
        className="portico-user-button"
        aria-label={template(texts.button_label, { name: menu.label })}
      >
        <Avatar picture={picture} initials={menu.initials} />
        {props.showName && <bdi className="portico-user-name">{menu.label}</bdi>}
      </button>
      {popup.isOpen && (
        <div className="portico-user-panel" {...popup.panel}>
          <div className="portico-user-head">
            <Avatar picture={picture} initials={menu.initials} />
            <UserNames name={menu.label} address={menu.address} />
          </div>
          <div className="portico-user-menu" {...popup.menu}>
            {accountHref && <Item {...link(accountHref)}>{texts.account}</Item>}
            {items.map(({ label, href, onSelect, icon }) => (
              <Item key={label} {...(href === undefined ? action(onSelect) : link(href))}>
                {icon}
                {label}
              </Item>
            ))}
            {colorScheme && (
              <Group label={texts.color_scheme}>
                {(["system", "light", "dark"] as const).map((value) => (
                  <Item
                    key={value}
                    role="menuitemradio"
                    aria-checked={colorScheme.value === value}
                    onClick={() => colorScheme.onChange(value)}
                  >
                    <CheckIcon />
                    {texts[value]}
                  </Item>
                ))}
              </Group>
            )}
            {(menu.others.length > 0 || (hasAccounts && onAddAccount)) && (
              <Group label={texts.switch_account}>
                {menu.others.map(({ id, name, address, picture }) => (
                  <Item key={id} {...work(id, () => menu.switchTo(id))}>
                    <Avatar picture={picture} initials={initialsOf(name || address)} />
                    <UserNames name={name || address || texts.guest} address={address} />
                  </Item>
                ))}
                {onAddAccount && <Item {...action(onAddAccount)}>{texts.add_account}</Item>}
              </Group>
            )}
            <Group>
              <Item {...work("sign_out", menu.signOut)}>{texts.sign_out}</Item>
              {menu.others.length > 0 && (
                <Item {...work("sign_out_all", menu.signOutOfAll)}>{texts.sign_out_all}</Item>
              )}
            </Group>
          </div>
          <div {...menu.alert}>
            {menu.alert.children && <Message color="danger">{menu.alert.children}</Message>}
          </div>
        </div>
      )}
    </div>
  );
}

function UserNames({ name, address }: { name: string; address: string }) {
  return (
    <span className="portico-user-names">
      <bdi>{name}</bdi>
      {address && address !== name && <bdi className="portico-user-address">{address}</bdi>}
    </span>
  );
}

interface AvatarProps {
  picture: string;
  initials: string;
}

/** Renders the picture, or the initials if there is none or it does not load. It is decorative. */
function Avatar(props: AvatarProps) {
  return <LoadingAvatar key={props.picture} {...props} />;
}

function LoadingAvatar({ picture, initials }: AvatarProps) {
  const [isBroken, setIsBroken] = useState(false);
  if (picture && !isBroken) {
    return (
      <img
        className="portico-avatar"
        src={picture}
        alt=""
        decoding="async"
        // The picture's host must not learn which page shows it.
        referrerPolicy="no-referrer"
        onError={() => setIsBroken(true)}
      />
    );
  }
  return (
    // The style sheet displays the initials. As text they would be a visible label, which the accessible name would
    // have to contain.
    <span className="portico-avatar" data-initials={initials || undefined} aria-hidden="true">
      {!initials && (
        <svg viewBox="0 0 24 24" width="60%" height="60%" fill="currentColor" aria-hidden="true">
          <circle cx="12" cy="8" r="4.5" />
          <path d="M3.5 21a8.5 6.5 0 0 1 17 0z" />
        </svg>
      )}
    </span>
  );
}
