/** Hands a CSV text to the browser as a file. */
export function download(csv: string, name: string): void {
  // Without the mark at its beginning, Excel takes UTF-8 for an older encoding and breaks umlauts.
  const file = new Blob(["\ufeff", csv], { type: "text/csv;charset=utf-8" });
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
