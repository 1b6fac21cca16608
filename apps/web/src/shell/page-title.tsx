/** The document's title: what the page is, then whose. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · Portico`}</title>;
}
