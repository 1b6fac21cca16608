import type { Provider } from "@supabase/auth-js";
import { useRef } from "react";
import { useBrowserLayoutEffect } from "../browser-layout-effect.ts";
import type { AuthUiClient } from "../client.ts";
import { Button } from "../elements/button.tsx";
import { Container } from "../elements/container.tsx";
import { useCard } from "../form/card.ts";
import { template } from "../i18n/words.ts";
import type { ProviderScopes, SocialLayout } from "../types.ts";
import { Icon, useMark } from "./icon.tsx";
import { providerFacts } from "./providers.ts";

interface SocialButtonsProps {
  client: AuthUiClient;
  providers: readonly Provider[];
  layout: SocialLayout;
  colors: boolean;
  providerScopes: Partial<ProviderScopes> | undefined;
  queryParams: { [key: string]: string } | undefined;
  redirectTo: string | undefined;
  /** What a button says, with `{{provider}}` for the brand. */
  text: string;
}

/** One button for each social provider. Only the one that was pressed is busy. */
export function SocialButtons({ client, providers, layout, text, ...rest }: SocialButtonsProps) {
  const { submission } = useCard();

  async function signIn(provider: Provider) {
    const scopes = rest.providerScopes?.[provider];
    const { error } = await client.auth.signInWithOAuth({
      provider,
      options: {
        ...(rest.redirectTo !== undefined && { redirectTo: rest.redirectTo }),
        ...(scopes !== undefined && { scopes }),
        ...(rest.queryParams && { queryParams: rest.queryParams }),
      },
    });
    if (error) throw error;
    return undefined;
  }

  return (
    <Container direction={layout} gap={layout === "vertical" ? "small" : "medium"}>
      {providers.map((provider) => (
        <SocialButton
          key={provider}
          provider={provider}
          wordless={layout === "horizontal"}
          colors={rest.colors}
          text={text}
          loading={submission.sending(`social:${provider}`)}
          onClick={() => void submission.run(`social:${provider}`, () => signIn(provider))}
        />
      ))}
    </Container>
  );
}

interface SocialButtonProps {
  provider: Provider;
  wordless: boolean;
  colors: boolean;
  text: string;
  loading: boolean;
  onClick(): void;
}

function SocialButton({ provider, wordless, colors, text, loading, onClick }: SocialButtonProps) {
  const facts = providerFacts(provider);
  const mark = useMark(facts);
  const button = useRef<HTMLButtonElement>(null);
  const label = template(text, { provider: facts.name });
  const worn = colors ? mark : undefined;

  // Set by script, not by a style attribute: see theme/root.tsx.
  useBrowserLayoutEffect(() => {
    const style = button.current?.style;
    if (!style || !worn) return;
    style.setProperty("--portico-mark-background", worn.background);
    style.setProperty("--portico-mark-ink", worn.ink);
  }, [worn]);

  return (
    <Button
      ref={button}
      className="portico-social"
      loading={loading}
      onClick={onClick}
      data-provider={provider}
      data-colors={worn ? (worn.paths.length > 1 ? "many" : "one") : undefined}
      aria-label={wordless ? label : undefined}
    >
      {!(wordless && loading) && <Icon mark={mark} name={facts.name} />}
      {!wordless && label}
    </Button>
  );
}
