import "./avatar.css";
import type { User } from "@supabase/auth-js";
import { useState } from "react";
import { useBackend } from "../data/backend.tsx";
import { initialsOf, pictureOf } from "../data/picture.ts";
import { PersonIcon } from "../icons/signed-in.tsx";

/** Somebody's picture; without one, or where it does not load, their initials. A decoration. */
export function Avatar({ user, large }: { user: User; large?: boolean }) {
  const { configuration } = useBackend();
  const address = pictureOf(user, configuration);
  return <Face key={address} {...{ user, large, address }} />;
}

interface FaceProps {
  user: User;
  large: boolean | undefined;
  address: string | undefined;
}

function Face({ user, large, address }: FaceProps) {
  const [broken, setBroken] = useState(false);
  const className = large ? "avatar avatar-large" : "avatar";
  if (address && !broken) {
    return (
      <img
        className={className}
        src={address}
        alt=""
        decoding="async"
        // Another host need not know which page shows it.
        referrerPolicy="no-referrer"
        onError={() => setBroken(true)}
      />
    );
  }
  return (
    <span className={className} aria-hidden="true">
      {initialsOf(user) || <PersonIcon />}
    </span>
  );
}
