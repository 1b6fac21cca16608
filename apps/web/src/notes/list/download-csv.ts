/** Downloads a text as a CSV file. */
export function downloadCsv(csv: string, name: string): void {
  // Without a byte order mark, Excel does not read the file as UTF-8.
  const file = new Blob(["\ufeff", csv], { type: "text/csv;charset=utf-8" });
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
