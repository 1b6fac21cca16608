"use client";

import { type SocialButton, SocialIcon, type SocialOptions, useSocialAuth } from "@portico/react";
import { useId } from "react";
import { Messages } from "@/components/portico/message";
import { usePortico } from "@/components/portico/provider";
import { Button } from "@/components/ui/button";

/** Renders the social sign-in buttons. `providers` lists the providers that the project has enabled. */
export function SocialButtons(options: Omit<SocialOptions, "supabaseClient">) {
  const { buttons, error } = useSocialAuth({ ...usePortico(), ...options });
  const id = useId();
  return (
    <>
      <SocialList buttons={buttons} />
      <Messages alert={{ role: "alert", id, children: error }} />
    </>
  );
}

export function SocialList({ buttons }: { buttons: readonly SocialButton[] }) {
  return (
    <div className="flex flex-col gap-2">
      {buttons.map(({ provider, name, icon, button: { children, ...button } }) => (
        <Button key={provider} variant="outline" className="w-full" {...button}>
          <SocialIcon provider={provider} name={name} icon={icon} />
          {children}
        </Button>
      ))}
    </div>
  );
}
