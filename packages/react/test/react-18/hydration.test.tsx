import { version } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { Auth, AuthCard, UserContextProvider, VIEWS } from "../../src/index.ts";
import { testClient } from "../client.ts";

test("these tests run with React 18", () => expect(version).toBe("18.2.0"));

test.each(Object.values(VIEWS))(
  "a server-rendered page with %s hydrates without a warning",
  async (view) => {
    const { client, listenerCount } = testClient();
    const page = (
      <UserContextProvider supabaseClient={client}>
        <AuthCard>
          <Auth supabaseClient={client} view={view} />
        </AuthCard>
      </UserContextProvider>
    );
    const consoleError = vi.spyOn(console, "error").mockImplementation(() => {});
    const root = document.createElement("div");
    document.body.append(root);
    root.innerHTML = renderToString(page);
    // Unlike on a server, a document exists here, so React 18 warns about layout effects.
    for (const [text] of consoleError.mock.calls) expect(text).toMatch(/useLayoutEffect/);
    consoleError.mockClear();

    const heading = root.querySelector("h2");
    const onRecoverableError = vi.fn();
    const app = hydrateRoot(root, page, { onRecoverableError });
    await expect.poll(() => listenerCount()).toBe(2);
    expect(root.querySelector("h2")).toBe(heading);
    expect(consoleError).not.toHaveBeenCalled();
    expect(onRecoverableError).not.toHaveBeenCalled();
    app.unmount();
    root.remove();
    consoleError.mockRestore();
  },
);
