import { Auth, AuthCard, SignedIn, SignedOut, UserContextProvider, useUser } from "@portico/react";
import { type AuthSettings, Auth as AuthWithPlugins, parseSettings } from "@portico/react/plugins";
import { UserButton } from "@portico/react/user-button";
import { type ComponentType, useEffect, useState } from "react";
import type { Backend } from "./backend.ts";
import type { openClient } from "./client.ts";
import { type Example, propsOf } from "./example.tsx";
import { isOn, type State, valueFor } from "./state.ts";

interface PreviewProps {
  readonly state: State;
  readonly example: Example;
  readonly client: ReturnType<typeof openClient>;
  readonly backend: Backend | undefined;
}

/** Renders the form, with the same elements around it as in the generated code. */
export function Preview({ state, example, client, backend }: PreviewProps) {
  const settings = useSettings(backend, usesServerSettings(example));
  const isFormAlone = valueFor(state, "page") === "form";
  const direction = valueFor(state, "dir");
  const props = {
    ...propsOf(example),
    // Pass the settings, because the kit would request them from the network, where this backend cannot be reached.
    ...(usesServerSettings(example) && { settings }),
  };
  const Part = componentOf(example);
  const form = (
    <Part {...props} supabaseClient={client}>
      {example.children[0] && example.children.map(({ value }) => value)}
    </Part>
  );
  const card = isOn(state, "card") ? <AuthCard>{form}</AuthCard> : form;
  const cardWithDirection = direction ? <div dir={direction}>{card}</div> : card;
  if (isFormAlone) return cardWithDirection;
  return (
    <UserContextProvider supabaseClient={client}>
      <SignedOut>{cardWithDirection}</SignedOut>
      <SignedIn>
        <Account client={client} dark={valueFor(state, "theme") === "dark"} />
      </SignedIn>
    </UserContextProvider>
  );
}

function Account({ client, dark }: Pick<PreviewProps, "client"> & { dark: boolean }) {
  const { user } = useUser();
  return (
    <>
      <p>Signed in as {user?.email || user?.phone || "a guest"}</p>
      <UserButton supabaseClient={client} dark={dark} />
    </>
  );
}

/** Returns the component that the example names. The cast is safe, because every component accepts the example's props. */
function componentOf({ part, imports }: Example) {
  const [, name] = part.split(".");
  const module = imports.has("@portico/react/plugins")
    ? AuthWithPlugins
    : name
      ? Auth[name as keyof typeof Auth]
      : Auth;
  return module as ComponentType<Record<string, unknown>>;
}

const usesServerSettings = ({ props }: Example) => props.some(({ name }) => name === "settings");

/** Returns the backend's settings, or undefined until they are loaded. */
function useSettings(backend: Backend | undefined, isEnabled: boolean): AuthSettings | undefined {
  const [settings, setSettings] = useState<AuthSettings>();
  useEffect(() => {
    if (!backend || !isEnabled) return;
    let isCurrent = true;
    backend
      .fetch(`${backend.url}/auth/v1/settings`, { headers: { apikey: backend.publishableKey } })
      .then((response) => response.json())
      .then((body) => isCurrent && setSettings(parseSettings(body)));
    return () => {
      isCurrent = false;
    };
  }, [backend, isEnabled]);
  return settings;
}
