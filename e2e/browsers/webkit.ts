import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../scripts/process/free-port.mjs";
import { programOnPath } from "../../scripts/tools/program-on-path.mjs";
import { type BrowserWindow, findControl, findField } from "./window.ts";

/** The path of the driver of WebKitGTK, which has Safari's engine, or undefined. */
export const webkitProgram = programOnPath("WebKitWebDriver");

/** Without a display, the driver uses a virtual one. */
const virtualDisplay = process.env["DISPLAY"] ? undefined : programOnPath("xvfb-run");

/** The key of an element's reference (https://www.w3.org/TR/webdriver2/#elements). */
const elementKey = "element-6066-11e4-a52e-4f735466cecf";

/** Opens a window of WebKit, driven by WebDriver (https://www.w3.org/TR/webdriver2/). */
export async function openWebkit(program: string): Promise<BrowserWindow> {
  const port = await freePort();
  const command = [...(virtualDisplay ? [virtualDisplay, "-a"] : []), program, `--port=${port}`];
  const [executable = program, ...commandArguments] = command;
  const driver = spawn(executable, commandArguments, { stdio: "ignore", detached: true });
  const stop = async () => {
    if (driver.exitCode !== null || driver.pid === undefined) return;
    const exited = once(driver, "exit");
    process.kill(-driver.pid, "SIGTERM");
    await exited;
  };
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const waitFor = async <T>(
    subject: string,
    readValue: () => Promise<T | undefined>,
  ): Promise<T> => {
    for (const deadline = AbortSignal.timeout(20_000); !deadline.aborted; await pause(100)) {
      const value = await readValue();
      if (value !== undefined) return value;
    }
    throw new Error(`WebKit: ${subject} did not appear.`);
  };

  try {
    await waitFor("the driver", () => send("GET", "/status").catch(() => undefined));
    const { sessionId } = (await send("POST", "/session", { capabilities: {} })) as {
      sessionId: string;
    };
    const session = `/session/${sessionId}`;
    const evaluate = (source: string, ...args: readonly unknown[]) =>
      send("POST", `${session}/execute/sync`, { script: source, args });
    const waitForElement = (find: typeof findField, name: string) =>
      waitFor(`“${name}”`, async () => {
        const element = await evaluate(`return (${find})(arguments[0])`, name);
        return (element as Record<string, string> | null)?.[elementKey];
      });
    return {
      goto: async (url) => void (await send("POST", `${session}/url`, { url })),
      url: async () => String(await send("GET", `${session}/url`)),
      reload: async () => void (await send("POST", `${session}/refresh`, {})),
      fill: async (label, text) => {
        const element = `${session}/element/${await waitForElement(findField, label)}`;
        await send("POST", `${element}/clear`, {});
        await send("POST", `${element}/value`, { text });
      },
      // An element that is covered or moving cannot be clicked yet.
      click: (name) =>
        waitFor(`“${name}” to click`, async () => {
          const id = await waitForElement(findControl, name);
          const click = send("POST", `${session}/element/${id}/click`, {});
          return click.then(
            () => true,
            () => undefined,
          );
        }).then(() => {}),
      text: async () => String(await evaluate("return document.body.innerText")),
      close: async () => {
        await send("DELETE", session);
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
