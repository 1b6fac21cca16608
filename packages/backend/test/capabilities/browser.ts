import type { RunningServer } from "../../src/server/server.ts";

/** A browser for the pages of one server. It stores cookies, follows redirects and submits forms. */
export interface PageBrowser {
  /** Opens a page. */
  open(url: string, init?: RequestInit): Promise<Page>;
  /** Submits a page's form with its hidden fields and these fields. */
  submit(page: Page, fields?: Readonly<Record<string, string>>): Promise<Page>;
}

export interface Page {
  readonly url: URL;
  /** Undefined if the page belongs to another origin, such as the application's. */
  readonly html: string | undefined;
}

export function openPageBrowser({ origin }: Pick<RunningServer, "origin">): PageBrowser {
  const cookies = new Map<string, string>();
  const open = async (address: string, init: RequestInit = {}): Promise<Page> => {
    const url = new URL(address, origin);
    if (url.origin !== new URL(origin).origin) return { url, html: undefined };
    const headers = new Headers(init.headers);
    headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = line.match(/^([^=]*)=([^;]*)/) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location !== null) return open(new URL(location, url).href);
    return { url, html: await response.text() };
  };
  return {
    open,
    submit: (page, fields = {}) => {
      const [, action = ""] = page.html?.match(/<form[^>]* action="([^"]*)"/) ?? [];
      const hidden = page.html?.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g) ?? [];
      const body = new URLSearchParams();
      for (const [, name = "", value = ""] of hidden) body.set(decode(name), decode(value));
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      return open(new URL(decode(action), page.url).href, { method: "POST", body });
    },
  };
}

const entities: Readonly<Record<string, string>> = { amp: "&", quot: '"', lt: "<", gt: ">" };

const decode = (text: string) =>
  text
    .replace(/&#x?(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/&(amp|quot|lt|gt);/g, (_, name) => entities[name] ?? "");
