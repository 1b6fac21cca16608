import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type Backend, stoppedBackend } from "./backend.ts";
import { BackendPage } from "./backend-page.tsx";
import { openClient } from "./client.ts";
import { generateCode } from "./code.ts";
import { CodePanel } from "./code-panel.tsx";
import { Controls } from "./controls.tsx";
import { DeskPanel } from "./desk-panel.tsx";
import { publishBackend } from "./desk-window.ts";
import { createExample } from "./example.tsx";
import { countText, InboxPanel } from "./inbox-panel.tsx";
import { Preview } from "./preview.tsx";
import { StartBackend } from "./start-backend.tsx";
import { isOn, valueFor } from "./state.ts";
import { useAddressState } from "./use-address-state.ts";
import { useInbox } from "./use-inbox.ts";
import { useLoadedTexts } from "./use-loaded-texts.ts";
import "@portico/react/styles.css";
import "@portico/react/plugins.css";
import "@portico/react/user-button.css";
import "./playground.css";

interface Call {
  readonly id: number;
  readonly text: string;
}

/** A backend page that is shown in place of the application. */
interface VisitedPage {
  readonly url: string;
  readonly html: string;
}

/** Renders the playground: the kit with every control, its code, and a backend. */
export default function Playground() {
  const [state, setValue, reset] = useAddressState();
  const [startedBackend, setStartedBackend] = useState<Backend>();
  const [openCount, setOpenCount] = useState(0);
  const [backendPage, setBackendPage] = useState<VisitedPage>();
  const [calls, setCalls] = useState<readonly Call[]>([]);
  const { backend, messages } = useInbox(startedBackend);
  const form = useRef<HTMLElement>(null);
  const inbox = useRef<HTMLElement>(null);
  const loadedTexts = useLoadedTexts(state["locale"]);

  const reportCall = useCallback((name: string, argument: unknown) => {
    const text = `${name}(${JSON.stringify(argument, serializeError) ?? ""})`;
    setCalls((calls) => [{ id: (calls[0]?.id ?? 0) + 1, text }, ...calls].slice(0, 8));
  }, []);

  const visit = useCallback(
    async (address: string, init?: RequestInit) => {
      if (!backend) return;
      const currentUrl = backendPage?.url ?? backend.url;
      const { url, page } = await backend.visit(
        String(new URL(address || currentUrl, currentUrl)),
        init,
      );
      // Focus the form, because the clicked link or button may be gone, and the form may be out of view.
      form.current?.focus();
      if (page) return setBackendPage({ url, html: await page.text() });
      // The application opens again at the URL of the redirect.
      const { hash } = new URL(url);
      history.replaceState(history.state, "", `${location.pathname}${location.search}${hash}`);
      setBackendPage(undefined);
      setOpenCount((count) => count + 1);
    },
    [backend, backendPage],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: reopening the application creates a new client
  const client = useMemo(
    () => openClient(backend ?? stoppedBackend, (address) => void visit(address)),
    [backend, openCount],
  );
  useEffect(() => () => void client.auth.stopAutoRefresh(), [client]);
  useEffect(() => publishBackend(backend), [backend]);
  useEffect(() => {
    if (openCount === 0) return;
    // The client clears the URL's hash, which makes the browser scroll to the top, so scroll back to the form.
    void client.auth.initialize().then(() => form.current?.scrollIntoView({ block: "nearest" }));
  }, [client, openCount]);

  const example = useMemo(
    () => createExample(state, loadedTexts, reportCall),
    [state, loadedTexts, reportCall],
  );
  const code = generateCode(state, example);
  const dark = (isOn(state, "dark") || valueFor(state, "theme") === "dark") && "dark";
  const applicationKey = [
    openCount,
    Boolean(backend),
    example.part,
    valueFor(state, "page"),
    valueFor(state, "card"),
  ];

  return (
    <div className="playground not-content">
      <section className="controls" aria-label="Controls">
        <div className="bar">
          <h2>Controls</h2>
          <button type="button" onClick={reset}>
            Reset
          </button>
        </div>
        <Controls state={state} onChange={setValue} />
      </section>
      <div className="stage">
        <section className="shown" aria-label="The form" ref={form} tabIndex={-1}>
          <div className="bar">
            <h2>The form</h2>
            <StartBackend onStarted={setStartedBackend} />
          </div>
          <div className={`ground ${dark || "light"}`}>
            {backendPage ? (
              <>
                <p className="where">
                  <code>{backendPage.url.replace(/\?.*/, "")}</code>
                  <button
                    type="button"
                    onClick={() => {
                      form.current?.focus();
                      setBackendPage(undefined);
                    }}
                  >
                    Back to the form
                  </button>
                </p>
                <BackendPage html={backendPage.html} label="A page of the backend" visit={visit} />
              </>
            ) : (
              <Preview key={applicationKey.join()} {...{ state, example, client, backend }} />
            )}
          </div>
          {messages[0] && (
            <button type="button" className="to-inbox" onClick={() => inbox.current?.focus()}>
              Inbox: {countText(messages)}
            </button>
          )}
          {calls[0] && (
            <section className="calls" aria-label="Callbacks">
              <h3>Callbacks</h3>
              <ol reversed>
                {calls.map(({ id, text }) => (
                  <li key={id}>
                    <code>{text}</code>
                  </li>
                ))}
              </ol>
            </section>
          )}
        </section>
        {backend && <InboxPanel ref={inbox} messages={messages} visit={visit} />}
        <CodePanel code={code} />
        {backend && <DeskPanel />}
      </div>
    </div>
  );
}

/** JSON.stringify omits the properties of an error. */
function serializeError(_: string, value: unknown) {
  return value instanceof Error ? { name: value.name, message: value.message } : value;
}
