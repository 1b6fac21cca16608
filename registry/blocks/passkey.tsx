"use client";

import { type PasskeySignInOptions, usePasskeySignIn } from "@portico/react/plugins";
import { Messages } from "@/components/portico/message";
import { usePortico } from "@/components/portico/provider";
import { Button } from "@/components/ui/button";

/** Renders the button that signs in with a passkey. Renders nothing if the browser does not support passkeys. */
export function Passkey(options: Pick<PasskeySignInOptions, "onError" | "onSuccess">) {
  const { alert, available, button } = usePasskeySignIn({ ...usePortico(), ...options });
  if (!available) return null;
  return (
    <>
      <Button variant="outline" className="w-full" {...button} />
      <Messages alert={alert} />
    </>
  );
}
