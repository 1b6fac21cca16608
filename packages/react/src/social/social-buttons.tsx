import { Button } from "../elements/button.tsx";
import { Container } from "../elements/container.tsx";
import type { SocialLayout } from "../types.ts";
import { Icon } from "./icon.tsx";
import type { SocialButton } from "./social.ts";

interface SocialButtonsProps {
  buttons: readonly SocialButton[];
  socialLayout?: SocialLayout;
  socialColors?: boolean;
}

/** The providers' buttons: one under the other, or in a row without words. */
export function SocialButtons({ buttons, socialLayout, socialColors }: SocialButtonsProps) {
  const wordless = socialLayout === "horizontal";
  return (
    <Container direction={socialLayout} gap={wordless ? "medium" : "small"}>
      {buttons.map(({ button, ...social }) => (
        <Button
          key={social.provider}
          {...button}
          className="portico-social"
          data-provider={social.provider}
          data-colors={socialColors ? social.provider.replace("_oidc", "") : undefined}
          aria-label={wordless ? button.children : undefined}
        >
          {!(wordless && button.disabled) && <Icon {...social} />}
          {!wordless && button.children}
        </Button>
      ))}
    </Container>
  );
}
