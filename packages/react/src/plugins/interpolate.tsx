import { Fragment } from "react";

/**
 * A text with an address or a number in the place of `{{name}}`, set apart: it runs from left to
 * right in every language.
 */
export function Naming({ text, name, value }: { text: string; name: string; value: string }) {
  return text.split(`{{${name}}}`).map((part, at) => (
    <Fragment key={part}>
      {at > 0 && (
        <bdi className="portico-named" dir="ltr">
          {value}
        </bdi>
      )}
      {part}
    </Fragment>
  ));
}
