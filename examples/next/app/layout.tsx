import "@portico/react/styles.css";
import "@portico/react/plugins.css";
import "@portico/react/protected.css";
import "../page.css";
import type { Metadata } from "next";
import { connection } from "next/server";
import type { ReactNode } from "react";

export const metadata: Metadata = { title: "Notes", icons: "data:," };

export default async function Layout({ children }: { children: ReactNode }) {
  // A page that is rendered at build time could not contain the nonce of proxy.ts.
  await connection();
  return (
    <html lang="en">
      <body>
        <main>{children}</main>
      </body>
    </html>
  );
}
