import { Button } from "../elements/button.tsx";
import { Container } from "../elements/container.tsx";
import { Icon } from "./icon.tsx";
import type { SocialLook } from "./options.ts";
import type { SocialButton } from "./social.ts";

interface SocialButtonsProps extends SocialLook {
  buttons: readonly SocialButton[];
}

/** Renders the providers' buttons: stacked, or in a row without text. */
export function SocialButtons({ buttons, socialLayout, socialColors }: SocialButtonsProps) {
  const isAuto = socialLayout === "auto";
  // More than three stacked buttons would push the form out of the viewport.
  const isIconOnly = isAuto ? buttons.length > 3 : socialLayout === "horizontal";
  return (
    <Container gap="large">
      <Container
        direction={isIconOnly ? "horizontal" : undefined}
        className={isAuto ? "portico-brands" : undefined}
      >
        {buttons.map(({ button, ...social }) => (
          <Button
            key={social.provider}
            {...button}
            data-portico-provider={social.provider}
            data-colors={socialColors ? social.provider.replace("_oidc", "") : undefined}
            aria-label={isIconOnly ? button.children : undefined}
          >
            {!(isIconOnly && button.disabled) && <Icon {...social} />}
            {!isIconOnly && (isAuto ? <span>{button.children}</span> : button.children)}
          </Button>
        ))}
      </Container>
    </Container>
  );
}
