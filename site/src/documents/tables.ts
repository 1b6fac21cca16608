/**
 * Returns a page's HTML with tables that phones can show as blocks. Each cell gets its column's name, and explicit
 * roles, because browsers drop the implicit roles of a table that is displayed as blocks. Empty headers, which Markdown
 * requires, are removed, because a screen reader would announce them.
 */
export function stackableTables(html: string): string {
  return html.replace(/<table>[\s\S]*?<\/table>/g, (table) =>
    withRoles(withoutEmptyHeaders(table)),
  );
}

function withoutEmptyHeaders(table: string): string {
  return table
    .replace(/<thead>\s*<tr>(?:\s*<th[^>]*><\/th>)+\s*<\/tr>\s*<\/thead>/, "")
    .replace(/<th([^>]*)><\/th>/g, "<td$1></td>");
}

function withRoles(table: string): string {
  const [head = ""] = /<thead>[\s\S]*?<\/thead>/.exec(table) ?? [];
  const columns = [...head.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, name = ""]) =>
    name
      .replace(/<[^>]*>/g, "")
      .replaceAll('"', "&quot;")
      .trim(),
  );
  return table
    .replace("<table", '<table role="table"')
    .replace(/<(thead|tbody)/g, '<$1 role="rowgroup"')
    .replace(/<th(?=[\s>])/g, '<th role="columnheader"')
    .replace(/<tr>[\s\S]*?<\/tr>/g, (row) => {
      let index = 0;
      return row.replace("<tr", '<tr role="row"').replace(/<td(?=[\s>])/g, () => {
        const name = columns[index++];
        return `<td role="cell"${name ? ` data-column="${name}"` : ""}`;
      });
    });
}
