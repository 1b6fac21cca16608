import { html } from "hono/html";
import type { ProviderDescription } from "../description.ts";
import { type Failure, failures } from "./failures.ts";
import { type Person, samplePeople, slug } from "./people.ts";

/** The form value for a person who is not listed. */
export const someoneElse = "someone-else";

export interface AuthorizePage {
  readonly provider: Pick<ProviderDescription, "title">;
  /** The request's parameters, which the form repeats. */
  readonly request: Readonly<Record<string, string>>;
  readonly failures: readonly Failure[];
  /** The current choice, which the form shows again with an error. */
  readonly choice: {
    readonly person: string;
    readonly failure: string;
    readonly enteredPerson: Person;
  };
  /** The error in the entered address. */
  readonly emailError?: string | undefined;
}

/** Returns the page on which a developer chooses a person to sign in as, or a failure. */
export function authorizePage({ provider, request, choice, emailError, ...page }: AuthorizePage) {
  const scopes = (request["scope"] ?? "").split(" ").filter((scope) => scope !== "");
  const application = new URL(request["redirect_uri"] ?? "").host;
  return document(
    provider.title,
    html`<h1>Sandbox ${provider.title}</h1>
<p class="lead">A stand-in for ${provider.title} on this machine. It doesn't use real accounts or send anything to ${provider.title}.</p>
<form method="post" action="authorize">
${Object.entries(request).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<fieldset>
<legend>Sign in to <strong>${application}</strong> as</legend>
<div class="people">
${samplePeople.map((person) => personOption(person, choice.person === person.email))}
<label class="person">
<input type="radio" name="person" value="${someoneElse}"${checkedAttribute(choice.person === someoneElse)}>
<span class="avatar blank" aria-hidden="true">+</span>
<span class="who"><span class="name">Someone else</span><span class="email">Any name and email address</span></span>
</label>
<div class="typed">
<div class="field">
<label for="name">Name</label>
<input id="name" name="name" value="${choice.enteredPerson.name}" maxlength="100" autocomplete="off">
</div>
<div class="field">
<label for="email">Email address</label>
<input id="email" name="email" inputmode="email" value="${choice.enteredPerson.email}" maxlength="254" autocomplete="off" autocapitalize="none" spellcheck="false"${emailError === undefined ? "" : html` aria-invalid="true" aria-describedby="complaint" autofocus`}>
${emailError === undefined ? "" : html`<p id="complaint" class="complaint" role="alert">${emailError}</p>`}
</div>
</div>
</div>
</fieldset>
<details${choice.failure === "none" ? "" : html` open`}>
<summary>Simulate an error</summary>
<div class="field">
<label for="failure">Error</label>
<select id="failure" name="failure">
${page.failures.map((failure) => html`<option value="${failure}"${failure === choice.failure ? html` selected` : ""}>${failures[failure]}</option>`)}
</select>
</div>
</details>
<div class="decision">
<button name="decision" value="allow" class="primary">Allow</button>
<button name="decision" value="deny">Deny</button>
</div>
</form>
${
  scopes.length === 0
    ? ""
    : html`<section class="scopes"><h2>Requested scopes</h2><ul>${scopes.map((scope) => html`<li><code>${scope}</code></li>`)}</ul></section>`
}`,
  );
}

/** Returns a page that posts the response like Apple. If scripts do not run, the person submits the form. */
export function formPostPage(title: string, action: string, parameters: URLSearchParams) {
  return document(
    title,
    html`<h1>Sandbox ${title}</h1>
<p class="lead">${title} returns its response as a form. Continue to finish signing in.</p>
<form method="post" action="${action}" id="answer">
${[...parameters].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<div class="decision"><button class="primary">Continue to ${new URL(action).host}</button></div>
</form>
<script src="/sandbox/form-post.js"></script>`,
  );
}

/** Returns the error page for a request that must not redirect. */
export function refusalPage(title: string, reason: string) {
  return document(
    title,
    html`<h1>Sandbox ${title}</h1>
<p class="lead">${reason}</p>
<p>Start over from the application's sign-in page.</p>`,
  );
}

function personOption(person: Person, isSelected: boolean) {
  return html`<label class="person">
<input type="radio" name="person" value="${person.email}"${checkedAttribute(isSelected)}>
<img class="avatar" src="/sandbox/avatar/${slug(person.name)}.svg" alt="" width="40" height="40">
<span class="who"><span class="name">${person.name}</span><span class="email">${person.email}</span></span>
</label>`;
}

const checkedAttribute = (isChecked: boolean) => (isChecked ? html` checked` : "");

type Markup = ReturnType<typeof html>;

function document(title: string, body: Markup) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Sandbox ${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="/sandbox/avatar/sandbox.svg">
<link rel="stylesheet" href="/sandbox/sandbox.css">
</head>
<body>
<main>
<p class="badge">For development</p>
${body}
</main>
</body>
</html>`;
}
