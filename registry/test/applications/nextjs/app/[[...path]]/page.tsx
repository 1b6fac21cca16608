import { Client } from "./client";

export default async function Page({ params }: { params: Promise<{ path?: string[] }> }) {
  const { path = [] } = await params;
  return <Client path={`/${path.join("/")}`} />;
}
