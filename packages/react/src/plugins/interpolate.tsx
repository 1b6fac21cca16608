import { Fragment } from "react";

/**
 * Renders a text with an address or a number in place of `{{name}}`. The value is written from left to right in every
 * language.
 */
export function Interpolate({ text, name, value }: { text: string; name: string; value: string }) {
  return text.split(`{{${name}}}`).map((part, index) => (
    <Fragment key={part}>
      {index > 0 && (
        <bdi className="portico-named" dir="ltr">
          {value}
        </bdi>
      )}
      {part}
    </Fragment>
  ));
}
