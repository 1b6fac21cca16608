import { Button } from "../elements/button.tsx";
import { Container } from "../elements/container.tsx";
import { Icon } from "./icon.tsx";
import type { SocialLook } from "./options.ts";
import type { SocialButton } from "./social.ts";

interface SocialButtonsProps extends SocialLook {
  buttons: readonly SocialButton[];
}

/** The providers' buttons: one under the other, or in a row without words. */
export function SocialButtons({ buttons, socialLayout, socialColors }: SocialButtonsProps) {
  const auto = socialLayout === "auto";
  // More than three, one under the other, push the form out of sight.
  const wordless = auto ? buttons.length > 3 : socialLayout === "horizontal";
  return (
    <Container gap="large">
      <Container
        direction={wordless ? "horizontal" : undefined}
        className={auto ? "portico-brands" : undefined}
      >
        {buttons.map(({ button, ...social }) => (
          <Button
            key={social.provider}
            {...button}
            data-portico-provider={social.provider}
            data-colors={socialColors ? social.provider.replace("_oidc", "") : undefined}
            aria-label={wordless ? button.children : undefined}
          >
            {!(wordless && button.disabled) && <Icon {...social} />}
            {!wordless && (auto ? <span>{button.children}</span> : button.children)}
          </Button>
        ))}
      </Container>
    </Container>
  );
}
