import { type ComponentType, useState } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import type { Measures } from "../measures.ts";

declare global {
  interface Window {
    measures: Measures;
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

  function mounted() {
    const root = createRoot(host);
    flushSync(() => root.render(<Page />));
    laidOut();
    return root;
  }

  async function press(key: string, field: HTMLInputElement) {
    field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    // React only notices a change that is made with the native setter.
    set?.call(field, field.value + key);
    field.dispatchEvent(new InputEvent("input", { data: key, bubbles: true }));
    field.dispatchEvent(new KeyboardEvent("keyup", { key, bubbles: true }));
    await Promise.resolve();
    laidOut();
  }

  window.measures = {
    mount: (times) =>
      Array.from({ length: times }, () => {
        const before = performance.now();
        const root = mounted();
        const time = performance.now() - before;
        root.unmount();
        return time;
      }),

    async type(times) {
      const root = mounted();
      await settled();
      const means: number[] = [];
      for (let time = 0; time < times; time++) {
        set?.call(emailField(), "");
        const before = performance.now();
        for (const key of typedText) await press(key, emailField());
        means.push((performance.now() - before) / typedText.length);
      }
      root.unmount();
      return means;
    },

    async replaced() {
      const root = mounted();
      await settled();
      const received: MutationRecord[] = [];
      const observer = new MutationObserver((records) => received.push(...records));
      observer.observe(host, { childList: true, subtree: true });
      for (const key of typedText) {
        await press(key, emailField());
        flushSync(render);
      }
      received.push(...observer.takeRecords());
      observer.disconnect();
      root.unmount();
      return received.reduce((sum, { addedNodes: { length } }) => sum + length, 0);
    },

    async turn(times) {
      const root = mounted();
      await settled();
      const script: number[] = [];
      const frame: number[] = [];
      for (let time = 0; time < times * 2; time++) {
        const to = time % 2 === 0 ? "a[href$=sign-up]" : "a[href$=sign-in]";
        const link = host.querySelector<HTMLElement>(to);
        if (!link) break;
        // Measure from the start of a frame, when browsers dispatch clicks, to its end.
        await new Promise(requestAnimationFrame);
        const before = performance.now();
        link.click();
        laidOut();
        script.push(performance.now() - before);
        await drawn();
        frame.push(performance.now() - before);
        await settled();
      }
      root.unmount();
      return { script, frame };
    },

    async shifted() {
      const root = mounted();
      await settled();
      const positionsBefore = outside();
      host.querySelector<HTMLElement>("a[href$=sign-up]")?.click();
      await settled();
      const positionsAfter = outside();
      root.unmount();
      return positionsAfter.reduce(
        (sum, position, index) => sum + Math.abs(position - (positionsBefore[index] ?? 0)),
        0,
      );
    },
  };

  /** Returns the positions of everything outside the form, and of the form's top. */
  function outside(): number[] {
    return [...host.querySelectorAll("[data-outside], #form")].flatMap((element) => {
      const { left, top } = element.getBoundingClientRect();
      return [left, top];
    });
  }

  function emailField(): HTMLInputElement {
    const field = host.querySelector<HTMLInputElement>("input[type=email]");
    if (!field) throw new Error("There is no field for an e-mail.");
    return field;
  }
}

const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;

/** Forces the browser to compute styles and layout. */
function laidOut(): number {
  return document.body.offsetHeight;
}

/** Resolves when the current frame has been painted. */
function drawn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });
}

/** Waits until effects have run, icons are loaded and two frames are painted. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 50));
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}
