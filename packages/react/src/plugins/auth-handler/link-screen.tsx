"use client";

import { type ReactNode, useId } from "react";
import { Button } from "../../elements/button.tsx";
import { Container } from "../../elements/container.tsx";
import { Heading } from "../../elements/heading.tsx";
import { Message } from "../../elements/message.tsx";
import { confirm as english } from "../confirm-link/en.ts";
import type { PluginForm } from "../plugin.ts";
import { textsFor } from "../texts-for.ts";

/**
 * Replaces the view: asks the user to confirm the link that the handler of `@portico/react/server` has opened. The
 * confirmation also works without a script. The screen does not name the account, because only using the link reveals
 * whose it is.
 */
export function LinkScreen({ form, children }: { form: PluginForm; children: ReactNode }) {
  const id = useId();
  const { link, options } = form;
  if (!link) return children;
  const texts = textsFor("confirm", english, options.localization);
  const kind = link.type === "email" ? "magiclink" : link.type;
  return (
    <Container gap="large">
      <Heading tabIndex={-1}>{texts[`${kind}_heading`]}</Heading>
      {link.action ? (
        <form method="post" action={link.action}>
          <Container gap="large">
            <p id={id} className="portico-text">
              {texts.text}
            </p>
            <Button type="submit" color="primary" aria-describedby={id}>
              {texts[`${kind}_button_label`]}
            </Button>
          </Container>
        </form>
      ) : (
        // Screen readers do not announce a message that is part of the loaded page, unless it has the focus.
        // biome-ignore lint/a11y/noAutofocus: the page is loaded to show this message
        <div role="status" tabIndex={-1} autoFocus>
          <Message>{texts.half}</Message>
        </div>
      )}
    </Container>
  );
}
