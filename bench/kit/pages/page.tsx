import { type ComponentType, useState } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import type { KitPage } from "../kit-page.ts";

declare global {
  interface Window {
    kitPage: KitPage;
  }
}

const typedText = "ada.lovelace@example.com";

/** Renders a kit's form on a page with other content, and exposes functions to measure it. */
export function measure(Form: ComponentType): void {
  const host = document.createElement("main");
  document.body.append(host);
  let render = () => {};

  function Page() {
    const [, setCount] = useState(0);
    render = () => setCount((count) => count + 1);
    return (
      <div style={{ display: "grid", gridTemplateColumns: "400px 400px" }}>
        <h1>Application</h1>
        <p data-outside>Something above the form</p>
        <div id="form">
          <Form />
        </div>
        <p data-outside>Something beside the form</p>
      </div>
    );
  }

  function mountPage() {
    const root = createRoot(host);
    flushSync(() => root.render(<Page />));
    forceLayout();
    return root;
  }

  async function pressKey(key: string, field: HTMLInputElement) {
    field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    // React notices a change only if it is made with the native setter.
    setNativeValue?.call(field, field.value + key);
    field.dispatchEvent(new InputEvent("input", { data: key, bubbles: true }));
    field.dispatchEvent(new KeyboardEvent("keyup", { key, bubbles: true }));
    await Promise.resolve();
    forceLayout();
  }

  window.kitPage = {
    mount: (times) =>
      Array.from({ length: times }, () => {
        const startedAt = performance.now();
        const root = mountPage();
        const time = performance.now() - startedAt;
        root.unmount();
        return time;
      }),

    async type(times) {
      const root = mountPage();
      await untilSettled();
      const meanTimes: number[] = [];
      for (let time = 0; time < times; time++) {
        setNativeValue?.call(emailField(), "");
        const startedAt = performance.now();
        for (const key of typedText) await pressKey(key, emailField());
        meanTimes.push((performance.now() - startedAt) / typedText.length);
      }
      root.unmount();
      return meanTimes;
    },

    async countReplaced() {
      const root = mountPage();
      await untilSettled();
      const mutations: MutationRecord[] = [];
      const observer = new MutationObserver((records) => mutations.push(...records));
      observer.observe(host, { childList: true, subtree: true });
      for (const key of typedText) {
        await pressKey(key, emailField());
        flushSync(render);
      }
      mutations.push(...observer.takeRecords());
      observer.disconnect();
      root.unmount();
      return mutations.reduce((sum, { addedNodes: { length } }) => sum + length, 0);
    },

    async changeView(times) {
      const root = mountPage();
      await untilSettled();
      const script: number[] = [];
      const frame: number[] = [];
      for (let time = 0; time < times * 2; time++) {
        const selector = time % 2 === 0 ? "a[href$=sign-up]" : "a[href$=sign-in]";
        const link = host.querySelector<HTMLElement>(selector);
        if (!link) break;
        // Measure from the start of a frame, when browsers dispatch clicks, to its end.
        await new Promise(requestAnimationFrame);
        const startedAt = performance.now();
        link.click();
        forceLayout();
        script.push(performance.now() - startedAt);
        await nextPaint();
        frame.push(performance.now() - startedAt);
        await untilSettled();
      }
      root.unmount();
      return { script, frame };
    },

    async maxShift() {
      const root = mountPage();
      await untilSettled();
      const positionsBefore = outsidePositions();
      host.querySelector<HTMLElement>("a[href$=sign-up]")?.click();
      await untilSettled();
      const positionsAfter = outsidePositions();
      root.unmount();
      return positionsAfter.reduce(
        (sum, position, index) => sum + Math.abs(position - (positionsBefore[index] ?? 0)),
        0,
      );
    },
  };

  /** Returns the positions of everything outside the form, and of the form's top. */
  function outsidePositions(): number[] {
    return [...host.querySelectorAll("[data-outside], #form")].flatMap((element) => {
      const { left, top } = element.getBoundingClientRect();
      return [left, top];
    });
  }

  function emailField(): HTMLInputElement {
    const field = host.querySelector<HTMLInputElement>("input[type=email]");
    if (!field) throw new Error("There is no e-mail field.");
    return field;
  }
}

const setNativeValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;

/** Forces the browser to compute styles and layout. */
function forceLayout(): number {
  return document.body.offsetHeight;
}

/** Resolves when the current frame has been painted. */
function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });
}

/** Waits until effects have run, icons are loaded and two frames are painted. */
async function untilSettled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 50));
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}
