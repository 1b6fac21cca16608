import { freePort } from "../../scripts/process/free-port.mjs";
import { startAuthServer } from "./auth-server.ts";
import { serveFolder, startGateway } from "./gateway.ts";
import { startMailCatcher } from "./mail-catcher.ts";
import { buildPage, sources } from "./pages.ts";

/** The variable that passes the addresses from this process to the workers, as JSON. */
export const addressesVariable = "PORTICO_REFERENCE_ADDRESSES";

/** The URLs of the pages and of the e-mails. */
export interface Addresses {
  /** The product, built while the project was reachable. */
  readonly product: string;
  /** The product, built while the project was unreachable. */
  readonly offlineProduct: string;
  /** A page of the kit: `/pkce`, or any other path for the implicit flow. */
  readonly kit: string;
  readonly mailbox: string;
}

/**
 * Starts the reference Auth server behind a gateway, and serves pages that were built for it.
 *
 * @returns a function that stops everything
 */
export default async function start(): Promise<() => Promise<void>> {
  const { REFERENCE_AUTH: binary, TEST_DATABASE_URL: databaseUrl } = process.env;
  if (!binary || !databaseUrl) return async () => {};
  const [productPort, offlinePort, kitPort, lettersPort, gatewayPort, authPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const urlOf = (port: number) => `http://localhost:${port}`;
  const closers: (() => Promise<void>)[] = [];
  const serve = async (source: string, port: number) => {
    const page = await buildPage(source, urlOf(gatewayPort));
    closers.push(page.remove, await serveFolder(page.folder, port));
  };

  await serve(sources.product, offlinePort);
  const mailCatcher = await startMailCatcher(lettersPort);
  closers.push(mailCatcher.close);
  const stopAuth = await startAuthServer(
    { binary, databaseUrl },
    {
      port: authPort,
      publicUrl: urlOf(gatewayPort),
      pages: [urlOf(productPort), urlOf(offlinePort), urlOf(kitPort)],
      mailPort: mailCatcher.mailPort,
    },
  );
  closers.push(stopAuth, await startGateway(gatewayPort, authPort));
  await serve(sources.product, productPort);
  await serve(sources.kit, kitPort);

  const addresses: Addresses = {
    product: urlOf(productPort),
    offlineProduct: urlOf(offlinePort),
    kit: urlOf(kitPort),
    mailbox: urlOf(lettersPort),
  };
  process.env[addressesVariable] = JSON.stringify(addresses);
  return async () => {
    for (const close of closers.reverse()) await close();
  };
}
