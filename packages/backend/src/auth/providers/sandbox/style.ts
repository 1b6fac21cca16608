/** The sandbox's stylesheet, as text in a module, so that every build contains it. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: #f4f5f7; --card: #fff; --ink: #1b1f24; --quiet: #57606a; --line: #dfe3e8;
  --edge: #868e99; --hover: #f6f8fa; --strong: #1b1f24; --on-strong: #fff; --focus: #0b62d6;
  --tape: #f2b632; --tape-ink: #5c4200; --tape-ground: #fff4d6; --bad: #b42318;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #101214; --card: #181b1f; --ink: #eceff2; --quiet: #a3acb6; --line: #2b3036;
    --edge: #77808b; --hover: #1f2328; --strong: #eceff2; --on-strong: #14171a; --focus: #74b0ff;
    --tape: #8a6a1c; --tape-ink: #f6d88b; --tape-ground: #33290f; --bad: #ff9a90;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center;
  padding: 24px 16px; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
main {
  position: relative; overflow: hidden; width: 100%; max-width: 416px; padding: 36px 32px 28px;
  background: var(--card); border: 1px solid var(--line); border-radius: 12px;
  box-shadow: 0 1px 2px rgb(0 0 0 / 4%), 0 12px 32px rgb(0 0 0 / 6%);
}
main::before {
  content: ""; position: absolute; inset: 0 0 auto; height: 6px;
  background: repeating-linear-gradient(-45deg, var(--tape) 0 10px, transparent 10px 20px);
}
.badge {
  display: inline-block; margin: 0 0 12px; padding: 2px 10px; border-radius: 999px;
  background: var(--tape-ground); color: var(--tape-ink); font-size: 13px; font-weight: 600;
}
h1 { margin: 0; font-size: 24px; line-height: 1.25; letter-spacing: -0.01em; overflow-wrap: anywhere; }
.lead { margin: 8px 0 24px; color: var(--quiet); font-size: 15px; }
fieldset { margin: 0; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; margin-bottom: 10px; font-size: 15px; overflow-wrap: anywhere; }
.people { border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
.person { display: flex; align-items: center; gap: 12px; padding: 10px 14px; cursor: pointer; }
.person + .person, .typed { border-top: 1px solid var(--line); }
.person:hover { background: var(--hover); }
.person:has(:focus-visible) { outline: 3px solid var(--focus); outline-offset: -3px; border-radius: 10px; }
.person input { order: 3; margin: 0 0 0 auto; width: 20px; height: 20px; flex: none; accent-color: var(--strong); }
.person input:focus-visible { outline: none; }
.avatar { flex: none; width: 40px; height: 40px; border-radius: 50%; }
.blank { display: grid; place-items: center; border: 1px dashed var(--edge); color: var(--quiet); font-size: 20px; }
.who { display: grid; min-width: 0; line-height: 1.35; }
.name { font-weight: 600; font-size: 15px; overflow-wrap: anywhere; }
.email { color: var(--quiet); font-size: 14px; overflow-wrap: anywhere; }
.typed { padding: 4px 14px 16px; background: var(--hover); }
.people:not(:has([value="someone-else"]:checked)) .typed { display: none; }
.field { margin-top: 12px; }
.field label { display: block; margin-bottom: 4px; font-size: 14px; font-weight: 500; }
.field input, select {
  width: 100%; min-height: 44px; padding: 8px 12px; border: 1px solid var(--edge); border-radius: 8px;
  background: var(--card); color: inherit; font: inherit; text-overflow: ellipsis;
}
[aria-invalid] { border-color: var(--bad); }
.complaint { margin: 6px 0 0; color: var(--bad); font-size: 14px; }
details { margin-top: 16px; }
summary {
  width: fit-content; margin-inline: -8px; padding: 6px 8px; border-radius: 8px; color: var(--quiet);
  font-size: 14px; cursor: pointer;
}
summary:hover { color: var(--ink); }
details .field { margin-top: 4px; }
.decision { display: flex; flex-wrap: wrap; gap: 10px; margin-top: 24px; }
button {
  flex: 1 1 120px; min-height: 46px; padding: 10px 18px; border: 1px solid var(--edge); border-radius: 8px;
  background: transparent; color: var(--ink); font: inherit; font-weight: 600; cursor: pointer;
}
button:hover { background: var(--hover); }
.primary { border-color: var(--strong); background: var(--strong); color: var(--on-strong); }
.primary:hover { background: var(--strong); opacity: 0.88; }
:is(button, summary, select, .field input):focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.scopes { margin-top: 24px; padding-top: 16px; border-top: 1px solid var(--line); }
h2 { margin: 0 0 8px; color: var(--quiet); font-size: 13px; font-weight: 500; }
ul { display: flex; flex-wrap: wrap; gap: 6px; margin: 0; padding: 0; list-style: none; }
code {
  display: inline-block; padding: 2px 8px; border-radius: 6px; background: var(--hover); color: var(--quiet);
  font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere;
}
@media (max-width: 420px) {
  body { padding: 0; place-items: start stretch; background: var(--card); }
  main { max-width: none; padding: 32px 20px 24px; border: 0; border-radius: 0; box-shadow: none; }
}
@media (prefers-contrast: more) { :root { --line: var(--edge); --quiet: var(--ink); } }
`;

/** Submits the form of a response without a click. */
export const formPostScript = `document.getElementById("answer").submit();\n`;
