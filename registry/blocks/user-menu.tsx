"use client";

import { useUser } from "@portico/react";
import { AccountProvider, useAccount, useProfile, useSignOut } from "@portico/react/account";
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
  /** Called after this browser was signed out. */
  onSignedOut?: () => void;
  /** Your own items, as `<DropdownMenuItem>`. They are above the item to sign out. */
  children?: ReactNode;
}

/** Renders a menu with the signed-in user and an item to sign out. Renders nothing for visitors. */
export function UserMenu(props: UserMenuProps) {
  const { user } = useUser();
  return (
    user && (
      <AccountProvider {...usePortico()}>
        <Menu {...props} />
      </AccountProvider>
    )
  );
}

function Menu({ children, onSignedOut }: UserMenuProps) {
  const { user, words: texts } = useAccount();
  const { name, picture } = useProfile();
  const { signOut } = useSignOut({ onSignedOut });
  const address = user.email || user.phone || "";
  const label = name || address || texts.profile.heading;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={label}
        className={buttonVariants({ variant: "ghost", size: "icon", className: "rounded-full" })}
      >
        <Avatar aria-hidden>
          <AvatarImage src={picture || undefined} alt="" referrerPolicy="no-referrer" />
          {/* An initial would be a visible label that differs from the accessible name. */}
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
            {name && <span className="block truncate font-medium">{name}</span>}
            <span className="block truncate text-muted-foreground text-xs">{address}</span>
          </DropdownMenuLabel>
        </DropdownMenuGroup>
        <DropdownMenuSeparator />
        {children}
        <DropdownMenuItem onClick={() => void signOut("local")}>
          {texts.sign_out.here}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
