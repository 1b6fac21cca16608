"use client";

import { type AccountStore, useUserMenu } from "@portico/react/user-button";
import type { ReactNode } from "react";
import { usePortico } from "@/components/portico/provider";
import { Avatar, AvatarFallback, AvatarImage } from "@/components/ui/avatar";
import { buttonVariants } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuGroup,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";

interface UserMenuProps {
  /** Opens the account page. Default: the menu has no item for it. */
  onAccount?: () => void;
  /** The account store, if users can have several accounts. Default: the menu cannot switch accounts. */
  accounts?: AccountStore;
  /** Opens the sign-in form without signing out, to add an account. */
  onAddAccount?: () => void;
  /** Called after a user was signed out. */
  onSignedOut?: () => void;
  /** Your own items, as `<DropdownMenuItem>`. They are above the sign-out item. */
  children?: ReactNode;
}

/** Renders a menu with the signed-in user, other accounts and sign-out. Renders nothing for visitors. */
export function UserMenu(props: UserMenuProps) {
  const { onAccount, accounts, onAddAccount, onSignedOut, children } = props;
  const menu = useUserMenu({ ...usePortico(), accounts, onSignedOut });
  const { user, label, address, picture, others, words } = menu;
  const texts = words.menu;
  if (!user) return null;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={texts.button_label.replace("{{name}}", label)}
        className={buttonVariants({ variant: "ghost", size: "icon", className: "rounded-full" })}
      >
        <Avatar aria-hidden>
          <AvatarImage src={picture || undefined} alt="" referrerPolicy="no-referrer" />
          {/* Show an icon, because an initial would be a visible label that differs from the accessible name. */}
          <AvatarFallback>
            <svg viewBox="0 0 24 24" fill="currentColor" className="size-5" aria-hidden>
              <circle cx="12" cy="8" r="4.5" />
              <path d="M3.5 21a8.5 6.5 0 0 1 17 0z" />
            </svg>
          </AvatarFallback>
        </Avatar>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="w-56">
        <DropdownMenuGroup>
          <DropdownMenuLabel className="font-normal">
            <span className="block truncate font-medium">{label}</span>
            {address !== label && (
              <span className="block truncate text-muted-foreground text-xs">{address}</span>
            )}
          </DropdownMenuLabel>
        </DropdownMenuGroup>
        <DropdownMenuSeparator />
        {onAccount && <DropdownMenuItem onClick={onAccount}>{texts.account}</DropdownMenuItem>}
        {children}
        {others.map(({ id, name, address }) => (
          <DropdownMenuItem key={id} onClick={() => void menu.switchTo(id)}>
            {name || address || texts.guest}
          </DropdownMenuItem>
        ))}
        {onAddAccount && (
          <DropdownMenuItem onClick={onAddAccount}>{texts.add_account}</DropdownMenuItem>
        )}
        <DropdownMenuItem onClick={() => void menu.signOut()}>{texts.sign_out}</DropdownMenuItem>
        {others.length > 0 && (
          <DropdownMenuItem onClick={() => void menu.signOutOfAll()}>
            {texts.sign_out_all}
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
