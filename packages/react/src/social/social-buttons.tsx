import { Button } from "../elements/button.tsx";
import { Container } from "../elements/container.tsx";
import { Icon } from "./icon.tsx";
import type { SocialLook } from "./options.ts";
import type { SocialButton } from "./social.ts";

interface SocialButtonsProps extends SocialLook {
  buttons: readonly SocialButton[];
}

/** More buttons than these, one under the other, push the form out of sight. */
const mostStacked = 3;

/** The providers' buttons: one under the other, or in a row without words. */
export function SocialButtons({ buttons, socialLayout, socialColors }: SocialButtonsProps) {
  const auto = socialLayout === "auto";
  const wordless = auto ? buttons.length > mostStacked : socialLayout === "horizontal";
  return (
    <Container
      direction={wordless ? "horizontal" : "vertical"}
      gap={wordless ? "medium" : "small"}
      className={auto ? "portico-brands" : undefined}
    >
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
          {!wordless && (auto ? <span>{button.children}</span> : button.children)}
        </Button>
      ))}
    </Container>
  );
}
