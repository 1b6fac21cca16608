"use client";

import { type ProfileOptions, useAccount, useProfile } from "@portico/react/account";
import { useRef } from "react";
import { Row, Section, SectionForm } from "@/components/portico/account/section";
import { TextField } from "@/components/portico/fields";
import { Avatar, AvatarFallback, AvatarImage } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";

/** Renders the form for name and picture. With `upload`, a picture can be chosen from a file. */
export function Profile(options: Pick<ProfileOptions, "upload">) {
  const { user } = useAccount();
  const profile = useProfile(options);
  const { choose, name, picture, undo, words } = profile;
  const file = useRef<HTMLInputElement>(null);
  return (
    <Section heading={words.profile.heading} change={profile}>
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
              onClick={() => file.current?.click()}
            >
              {words.profile.choose_picture}
            </Button>
            <input
              ref={file}
              type="file"
              accept="image/*"
              hidden
              onChange={({ currentTarget: input }) => {
                const [file] = input.files ?? [];
                // Allows choosing the same file again after a failure.
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
            <Button {...profile.button("save")}>{words.profile.button_label}</Button>
            {undo && (
              <Button variant="outline" {...profile.button("undo", "button")} onClick={undo}>
                {words.common.undo}
              </Button>
            )}
          </>
        }
      >
        {/* The field is uncontrolled, so the key makes it show a new value. */}
        <TextField
          key={`name ${name}`}
          label={words.profile.name_label}
          autoComplete="name"
          autoCapitalize="words"
          defaultValue={name}
          {...profile.field("full_name")}
        />
        <TextField
          key={`picture ${picture}`}
          label={words.profile.picture_label}
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
