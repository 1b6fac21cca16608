"use client";

import { useRef, useState } from "react";
import { Button } from "../elements/button.tsx";
import { ChangeField } from "../form/change-fields.tsx";
import { useAccount } from "./account.tsx";
import { Section } from "./section.tsx";
import { type Profile, type ProfileOptions, useProfile } from "./use-profile.ts";

/** Renders the form for the user's name and picture. */
export function ProfileSection(options: ProfileOptions) {
  const profile = useProfile(options);
  const { name, picture, undo, words: texts } = profile;
  return (
    <Section
      heading={texts.profile.heading}
      change={profile}
      actions={
        undo &&
        profile.state.phase === "done" && (
          <Button {...profile.button("undo", "button")} onClick={undo}>
            {texts.common.undo}
          </Button>
        )
      }
    >
      {/* Outside the form, because the application's picture control may contain a form. */}
      {options.picture}
      <form className="portico-form" {...profile.form("save", profile.save)}>
        {options.picture === undefined && <PictureRow profile={profile} />}
        {/* The field is uncontrolled, so the key makes it show a new value. */}
        <ChangeField
          key={`name ${name}`}
          label={texts.profile.name_label}
          autoComplete="name"
          autoCapitalize="words"
          defaultValue={name}
          {...profile.field("full_name")}
        />
        {options.picture === undefined && (
          <ChangeField
            key={`picture ${picture}`}
            label={texts.profile.picture_label}
            type="url"
            inputMode="url"
            autoComplete="photo"
            defaultValue={picture}
            {...profile.field("avatar_url")}
          />
        )}
        <Button {...profile.button("save")}>{texts.profile.button_label}</Button>
      </form>
    </Section>
  );
}

/** Renders the picture and the button to choose another. */
function PictureRow({ profile }: { profile: Profile }) {
  const { choose, name, picture, words: texts } = profile;
  const fileInput = useRef<HTMLInputElement>(null);
  return (
    <div className="portico-row portico-pictured">
      <Picture key={picture} name={name} address={picture} />
      {choose && (
        <>
          <Button
            {...profile.button("choose", "button")}
            onClick={() => fileInput.current?.click()}
          >
            {texts.profile.choose_picture}
          </Button>
          <input
            ref={fileInput}
            type="file"
            accept="image/*"
            hidden
            onChange={({ currentTarget: input }) => {
              const [chosenFile] = input.files ?? [];
              // Allows choosing the same file again after a failure.
              input.value = "";
              if (chosenFile) void choose(chosenFile);
            }}
          />
        </>
      )}
    </div>
  );
}

/** Renders the user's picture, or the first letter of the name. */
function Picture({ name, address }: { name: string; address: string }) {
  const { user } = useAccount();
  const [isBroken, setIsBroken] = useState(false);
  if (address && !isBroken) {
    return (
      <img
        className="portico-picture"
        src={address}
        alt=""
        width="56"
        height="56"
        referrerPolicy="no-referrer"
        onError={() => setIsBroken(true)}
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
