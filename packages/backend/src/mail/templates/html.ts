import type { BuiltInEmail } from "./built-in.ts";

const font =
  "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const monospaceFont = "font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace";

/**
 * Mail programs with a dark mode apply these rules, which must be `!important` to override the inline styles. All other
 * programs only use the inline styles.
 */
const darkMode = `
    @media (prefers-color-scheme: dark) {
      .page { background: #101412 !important; }
      .card { background: #181e1b !important; border-color: #2a332e !important; }
      .ink { color: #e9efeb !important; }
      .soft { color: #a6b3ab !important; }
      .code { background: #101412 !important; border-color: #2a332e !important; color: #e9efeb !important; }
      .rule { border-color: #2a332e !important; }
      .button { background: #7fd6a8 !important; color: #06150d !important; }
      .link { color: #7fd6a8 !important; }
    }`;

const button = (label: string) => `
      <p style="margin:0 0 24px">
        <a class="button" href="{{ .ConfirmationURL }}" style="display:block;padding:13px 20px;border-radius:8px;background:#16794c;color:#ffffff;font-weight:600;font-size:16px;line-height:22px;text-align:center;text-decoration:none">${label}</a>
      </p>`;

const codeIntroduction = (text: string) => `
      <p class="soft" style="margin:0 0 8px;color:#55635b;font-size:14px;line-height:21px">${text}</p>`;

const code = `
      <p class="code" style="margin:0 0 24px;padding:14px 8px 14px 12px;border:1px solid #dfe6e1;border-radius:8px;background:#f5f8f6;color:#131a16;${monospaceFont};font-size:26px;line-height:34px;font-weight:600;letter-spacing:4px;text-align:center">{{ .Token }}</p>`;

const plainLink = `
      <p class="soft" style="margin:0 0 4px;color:#55635b;font-size:13px;line-height:20px">If the button doesn't work, open this link:</p>
      <p style="margin:0 0 24px;font-size:13px;line-height:20px;overflow-wrap:anywhere;word-break:break-word"><a class="link" href="{{ .ConfirmationURL }}" style="color:#16794c">{{ .ConfirmationURL }}</a></p>`;

const closing = (text: string) => `
      <p class="soft" style="margin:0 0 8px;color:#55635b;font-size:13px;line-height:20px">${text}</p>`;

/** Returns the source of an HTML template: one card, at most 480 px wide, without tables or images. */
export function htmlSource(email: BuiltInEmail): string {
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="supported-color-schemes" content="light dark">
    <title>${email.heading}</title>
    <style>
    :root { color-scheme: light dark; supported-color-schemes: light dark; }${darkMode}
    </style>
  </head>
  <body class="page" style="margin:0;padding:0;background:#eef2ef">
    <div style="display:none;max-height:0;overflow:hidden" aria-hidden="true">${email.body}</div>
    <div class="page" role="article" aria-roledescription="email" style="padding:32px 12px;background:#eef2ef;${font};-webkit-text-size-adjust:100%">
    <div class="card" style="box-sizing:border-box;max-width:480px;margin:0 auto;padding:32px 28px 24px;border:1px solid #dfe6e1;border-radius:14px;background:#ffffff;overflow-wrap:anywhere">
      <h1 class="ink" style="margin:0 0 12px;color:#131a16;font-size:22px;line-height:30px;font-weight:650;letter-spacing:-0.2px">${email.heading}</h1>
      <p class="ink" style="margin:0 0 24px;color:#131a16;font-size:16px;line-height:25px">${email.body}</p>${[
        email.button === undefined ? "" : button(email.button),
        email.code ? codeIntroduction(email.code) : "",
        email.code === undefined ? "" : code,
        email.button === undefined ? "" : plainLink,
      ].join("")}
      <div class="rule" style="border-top:1px solid #e6ece8;padding-top:16px">${email.closing.map(closing).join("")}
      </div>
    </div>
    <p class="soft" style="max-width:480px;margin:16px auto 0;color:#55635b;font-size:12px;line-height:18px;text-align:center">Sent by {{ .SiteURL }}</p>
    </div>
  </body>
</html>
`;
}
