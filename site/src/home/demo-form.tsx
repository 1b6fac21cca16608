import { Auth, AuthCard } from "@portico/react";
import "@portico/react/styles.css";
import { useSyncExternalStore } from "react";

/** A client that sends no requests, because using the form opens the playground. */
const inertClient = {
  auth: new Proxy({} as never, {
    get: (_, name) =>
      name === "onAuthStateChange"
        ? () => ({ data: { subscription: { unsubscribe() {} } } })
        : async () => {
            throw new Error("This form has no backend.");
          },
  }),
};

/**
 * Renders the form as an image. Submitting it opens the playground, where the same form has a backend.
 */
export default function DemoForm({ playground }: { playground: string }) {
  const dark = useSyncExternalStore(subscribe, isDark, () => false);
  const openPlayground = () => location.assign(playground);
  return (
    <div
      onSubmitCapture={(event) => {
        event.preventDefault();
        event.stopPropagation();
        openPlayground();
      }}
      onClickCapture={(event) => {
        const control =
          event.target instanceof Element && event.target.closest("[data-portico-provider], a");
        if (!control) return;
        event.preventDefault();
        event.stopPropagation();
        openPlayground();
      }}
    >
      <AuthCard>
        <Auth supabaseClient={inertClient} providers={["github", "google"]} dark={dark} />
      </AuthCard>
    </div>
  );
}

/** Returns whether the reader has chosen the dark theme for the site. */
const isDark = () => document.documentElement.dataset["theme"] === "dark";

function subscribe(onChange: () => void) {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}
