"use client";

import { useRef, useState } from "react";
import { Button } from "../elements/button.tsx";
import { ChangeField } from "../form/change-fields.tsx";
import { useAccount } from "./account.tsx";
import { Section } from "./section.tsx";
import { type Profile, type ProfileOptions, useProfile } from "./use-profile.ts";

/** Renders the form for name and picture. */
export function ProfileSection(options: ProfileOptions) {
  const profile = useProfile(options);
  const { name, picture, undo, words } = profile;
  return (
    <Section
      heading={words.profile.heading}
      change={profile}
      actions={
        undo &&
        profile.state.phase === "done" && (
          <Button {...profile.button("undo", "button")} onClick={undo}>
            {words.common.undo}
          </Button>
        )
      }
    >
      {/* Outside the form: it may contain forms of its own. */}
      {options.picture}
      <form className="portico-form" {...profile.form("save", profile.save)}>
        {options.picture === undefined && <PictureRow profile={profile} />}
        {/* The field is uncontrolled: the key makes it show a new value. */}
        <ChangeField
          key={`name ${name}`}
          label={words.profile.name_label}
          autoComplete="name"
          autoCapitalize="words"
          defaultValue={name}
          {...profile.field("full_name")}
        />
        {options.picture === undefined && (
          <ChangeField
            key={`picture ${picture}`}
            label={words.profile.picture_label}
            type="url"
            inputMode="url"
            autoComplete="photo"
            defaultValue={picture}
            {...profile.field("avatar_url")}
          />
        )}
        <Button {...profile.button("save")}>{words.profile.button_label}</Button>
      </form>
    </Section>
  );
}

/** The picture, and the button to choose another. */
function PictureRow({ profile }: { profile: Profile }) {
  const { choose, name, picture, words } = profile;
  const file = useRef<HTMLInputElement>(null);
  return (
    <div className="portico-row portico-pictured">
      <Picture key={picture} name={name} address={picture} />
      {choose && (
        <>
          <Button {...profile.button("choose", "button")} onClick={() => file.current?.click()}>
            {words.profile.choose_picture}
          </Button>
          <input
            ref={file}
            type="file"
            accept="image/*"
            hidden
            onChange={({ currentTarget: input }) => {
              const [first] = input.files ?? [];
              // Allows choosing the same file again after a failure.
              input.value = "";
              if (first) void choose(first);
            }}
          />
        </>
      )}
    </div>
  );
}

/** The picture of the user, or the first letter of the name. */
function Picture({ name, address }: { name: string; address: string }) {
  const { user } = useAccount();
  const [isBroken, setBroken] = useState(false);
  if (address && !isBroken) {
    return (
      <img
        className="portico-picture"
        src={address}
        alt=""
        width="56"
        height="56"
        referrerPolicy="no-referrer"
        onError={() => setBroken(true)}
      />
    );
  }
  const [letter = ""] = name || user.email || user.phone || "";
  return (
    <span className="portico-picture" aria-hidden="true">
      {letter.toUpperCase()}
    </span>
  );
}
