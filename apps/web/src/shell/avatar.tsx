import "./avatar.css";
import type { User } from "@supabase/auth-js";
import { useState } from "react";
import { useBackend } from "../data/backend.tsx";
import { initialsOf, pictureOf } from "../data/picture.ts";
import { PersonIcon } from "../icons/signed-in.tsx";

/** Shows a user's picture, or their initials if the picture is missing or does not load. It is decorative. */
export function Avatar({ user, isLarge }: { user: User; isLarge?: boolean }) {
  const { configuration } = useBackend();
  const address = pictureOf(user, configuration);
  return <Picture key={address} {...{ user, isLarge, address }} />;
}

interface PictureProps {
  user: User;
  isLarge: boolean | undefined;
  address: string | undefined;
}

function Picture({ user, isLarge, address }: PictureProps) {
  const [isBroken, setIsBroken] = useState(false);
  const className = isLarge ? "avatar avatar-large" : "avatar";
  if (address && !isBroken) {
    return (
      <img
        className={className}
        src={address}
        alt=""
        decoding="async"
        // The provider's host must not learn which page shows the picture.
        referrerPolicy="no-referrer"
        onError={() => setIsBroken(true)}
      />
    );
  }
  return (
    <span className={className} aria-hidden="true">
      {initialsOf(user) || <PersonIcon />}
    </span>
  );
}
