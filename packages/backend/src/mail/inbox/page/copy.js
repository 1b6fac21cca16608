import { announce, at } from "./elements.js";

/** A button that copies the text of an element, and confirms it. */
export function copying(button, source, name) {
  const label = at(button).querySelector("span");
  const words = label.textContent;
  let timer;
  at(button).addEventListener("click", async () => {
    const copied = await copy(at(source));
    label.textContent = copied ? "Copied" : "Couldn't copy";
    announce(copied ? `${name} copied.` : `${name} couldn't be copied.`);
    clearTimeout(timer);
    timer = setTimeout(() => {
      label.textContent = words;
    }, 2000);
  });
}

/** Away from localhost and TLS there is no clipboard object, but the old command still works. */
async function copy(source) {
  try {
    await navigator.clipboard.writeText(source.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(source);
    return document.execCommand("copy");
  }
}
