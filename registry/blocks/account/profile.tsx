"use client";

import { type ProfileOptions, useAccount, useProfile } from "@portico/react/account";
import { useRef } from "react";
import { Row, Section, SectionForm } from "@/components/portico/account/section";
import { TextField } from "@/components/portico/fields";
import { Avatar, AvatarFallback, AvatarImage } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";

/** Renders the form for the user's name and picture. */
export function Profile(options: Pick<ProfileOptions, "upload">) {
  const { user } = useAccount();
  const profile = useProfile(options);
  const { choose, name, picture, undo, words: texts } = profile;
  const fileInput = useRef<HTMLInputElement>(null);
  return (
    <Section heading={texts.profile.heading} change={profile}>
      <Row>
        <Avatar size="lg">
          <AvatarImage src={picture || undefined} alt="" referrerPolicy="no-referrer" />
          <AvatarFallback>
            {(name || user.email || user.phone || "").slice(0, 1).toUpperCase()}
          </AvatarFallback>
        </Avatar>
        {choose && (
          <>
            <Button
              variant="outline"
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
                const [file] = input.files ?? [];
                // Otherwise the user could not choose the same file again after a failure.
                input.value = "";
                if (file) void choose(file);
              }}
            />
          </>
        )}
      </Row>
      <SectionForm
        {...profile.form("save", profile.save)}
        buttons={
          <>
            <Button {...profile.button("save")}>{texts.profile.button_label}</Button>
            {undo && (
              <Button variant="outline" {...profile.button("undo", "button")} onClick={undo}>
                {texts.common.undo}
              </Button>
            )}
          </>
        }
      >
        {/* The field is uncontrolled, so the key makes it show a new value. */}
        <TextField
          key={`name ${name}`}
          label={texts.profile.name_label}
          autoComplete="name"
          autoCapitalize="words"
          defaultValue={name}
          {...profile.field("full_name")}
        />
        <TextField
          key={`picture ${picture}`}
          label={texts.profile.picture_label}
          type="url"
          inputMode="url"
          autoComplete="photo"
          defaultValue={picture}
          {...profile.field("avatar_url")}
        />
      </SectionForm>
    </Section>
  );
}
