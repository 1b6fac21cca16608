import { announce, byId } from "./elements.js";

/** Makes a button copy the text of an element, and confirms the copy. */
export function addCopyButton(button, source, name) {
  const label = byId(button).querySelector("span");
  const originalText = label.textContent;
  let timer;
  byId(button).addEventListener("click", async () => {
    const copied = await copy(byId(source));
    label.textContent = copied ? "Copied" : "Couldn't copy";
    announce(copied ? `${name} copied.` : `${name} couldn't be copied.`);
    clearTimeout(timer);
    timer = setTimeout(() => {
      label.textContent = originalText;
    }, 2000);
  });
}

/** Browsers offer the clipboard object only on localhost and over TLS. The older command works everywhere. */
async function copy(source) {
  try {
    await navigator.clipboard.writeText(source.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(source);
    return document.execCommand("copy");
  }
}
