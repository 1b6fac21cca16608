import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { htmlTemplate, TemplateError, textTemplate } from "./template.ts";

interface Recorded {
  readonly data: object;
  readonly cases: readonly (
    | { readonly template: string; readonly output: string }
    | { readonly template: string; readonly fails: true }
  )[];
}

const recorded: Recorded = JSON.parse(
  readFileSync(new URL("./template/go.cases.json", import.meta.url), "utf8"),
);

const html = (source: string, data: object = {}) => htmlTemplate(source, "mail").render(data);
const text = (source: string, data: object = {}) => textTemplate(source, "mail").render(data);

describe("the result of Go's html/template for the same template and data", () => {
  it.each(recorded.cases)("the result equals that of Go's html/template: $template", (data) => {
    if ("fails" in data) {
      expect(() => html(data.template, recorded.data)).toThrow(TemplateError);
    } else {
      expect(html(data.template, recorded.data)).toBe(data.output);
    }
  });
});

describe("an HTML template", () => {
  it("an HTML template renders Supabase's own confirmation e-mail", () => {
    const source = `<h2>Confirm your signup</h2>

<p>Follow this link to confirm your user:</p>
<p><a href="{{ .ConfirmationURL }}">Confirm your mail</a></p>
<p><a href="{{ .SiteURL }}/auth/confirm?token_hash={{ .TokenHash }}&type=email">Or here</a></p>
{{ if .Data.first_name }}<p>Hello {{ .Data.first_name }}!</p>{{ else }}<p>Hello!</p>{{ end }}`;
    expect(
      html(source, {
        ConfirmationURL: "https://ref.supabase.co/auth/v1/verify?token=a&type=signup",
        SiteURL: "https://example.com",
        TokenHash: "a+b/c",
        Data: { first_name: "Ana & Co" },
      }),
    ).toBe(`<h2>Confirm your signup</h2>

<p>Follow this link to confirm your user:</p>
<p><a href="https://ref.supabase.co/auth/v1/verify?token=a&amp;type=signup">Confirm your mail</a></p>
<p><a href="https://example.com/auth/confirm?token_hash=a%2bb%2fc&type=email">Or here</a></p>
<p>Hello Ana &amp; Co!</p>`);
  });

  it("an HTML template never turns a value into markup", () => {
    const places = [
      "<p>{{ .X }}</p>",
      '<p title="{{ .X }}"></p>',
      "<p title={{ .X }}></p>",
      '<a href="{{ .X }}"></a>',
      "<title>{{ .X }}</title>",
      '<p style="color: {{ .X }}"></p>',
      "<p style=color:{{ .X }}></p>",
    ];
    const markup = fc.string({ unit: fc.constantFrom(..."<>\"'&/ =`x\\s{}()-!") });
    fc.assert(
      fc.property(fc.constantFrom(...places), markup, (context, value) => {
        const opening = (source: string) => source.match(/</g)?.length;
        expect(opening(html(context, { X: value }))).toBe(opening(context));
      }),
    );
  });

  it.each(["javascript:alert(1)", "JAVASCRIPT:alert(1)", "data:text/html,x", "myapp://callback"])(
    "an HTML template does not link to %s",
    (url) => {
      expect(html('<a href="{{ .X }}">x</a>', { X: url })).toBe('<a href="#ZgotmplZ">x</a>');
    },
  );

  it("an HTML template outputs style sheets and scripts unchanged", () => {
    const source =
      '<style>/* p */ p { background: url("a.png") }</style><script>"<b>" // x\n</script>{{ .X }}';
    expect(html(source, { X: "&" })).toBe(source.replace("{{ .X }}", "&amp;"));
  });

  it("an HTML template accepts a color in a style attribute beside its own url()", () => {
    const source = '<p style="background: url(a.png); color: {{ .X }}"></p>';
    expect(html(source, { X: "#fff" })).toBe(source.replace("{{ .X }}", "#fff"));
  });

  it("an HTML template sees only an object's own fields", () => {
    expect(html("[{{ .constructor }}{{ .__proto__ }}{{ .toString }}]", {})).toBe("[]");
  });

  it("an HTML template ends loops that a user's data would make endless", () => {
    const Data = { list: Array.from({ length: 1000 }, () => 1) };
    const source =
      "{{ range .Data.list }}{{ range $.Data.list }}{{ range $.Data.list }}x{{ end }}{{ end }}{{ end }}";
    expect(() => html(source, { Data })).toThrow("writes too much");
  });
});

describe("a text template", () => {
  it("a text template escapes nothing, because a subject is not HTML", () => {
    expect(text("{{ .Name }} & you", { Name: "O'Brien <x>" })).toBe("O'Brien <x> & you");
  });

  it("a text template prints nothing for a missing value", () => {
    expect(text("[{{ .Missing }}{{ .Data.a.b }}]", {})).toBe("[]");
  });
});

describe("template errors", () => {
  it.each([
    ["\n\n{{ .Token", 3, "An action begins with {{ and never ends."],
    ["a\n{{ if .X }}\nb", 2, "{{ if }} has no {{ end }}."],
    ["{{ end }}", 1, "{{ end }} without {{ if }}, {{ with }} or {{ range }}."],
    ["\n{{ Token }}", 2, "There is no function Token. A field begins with a dot: .Token."],
    ['{{ template "x" }}', 1, "{{ template }} is not supported in e-mail templates."],
    ["{{ $x }}", 1, "The variable $x is not declared."],
    ['{{ eq "a }}', 1, "Quoted text begins and never ends."],
    ['\n<a href="{{ .X }}>x</a>', 2, "The template ends inside an attribute's value."],
    ["<script>x = {{ .X }}</script>", 1, "A value inside <script> is not supported"],
    ["<style>\np { color: {{ .X }} }</style>", 2, "A value inside <style> is not supported"],
    ['<a onclick="f({{ .X }})"></a>', 1, "A value in an event handler"],
    ['<p style="background: url({{ .X }})"></p>', 1, "A value in an event handler, or in a string"],
    [`<p style="font-family: '{{ .X }}'"></p>`, 1, "A value in an event handler, or in a string"],
    ['<meta content="{{ .X }}">', 1, "A value in the content of <meta> is not supported"],
    ["{{ if .X }}<b{{ end }}", 1, "The branches of {{ if }} end in different contexts"],
  ])("template errors in %j: line %d", (source, line, reason) => {
    const error = thrownBy(() => htmlTemplate(source, "supabase/templates/invite.html"));
    expect(error).toBeInstanceOf(TemplateError);
    expect(error).toMatchObject({ line, template: "supabase/templates/invite.html" });
    expect(String(error)).toContain(`supabase/templates/invite.html, line ${line}: ${reason}`);
  });

  it("template errors while rendering name the line", () => {
    const template = htmlTemplate("<p>\n{{ .Email.domain }}</p>", "mail");
    const error = thrownBy(() => template.render({ Email: "a@b.c" }));
    expect(String(error)).toContain("mail, line 2: .domain is read from string.");
  });
});

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("Nothing was thrown.");
}
