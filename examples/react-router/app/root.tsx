import "@portico/react/styles.css";
import "@portico/react/plugins.css";
import "@portico/react/protected.css";
import "../page.css";
import type { ReactNode } from "react";
import { isRouteErrorResponse, Links, Outlet, Scripts, useRouteError } from "react-router";
import { authMiddleware } from "./auth.server";

export const middleware = [authMiddleware];

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="data:," />
        <title>Notes</title>
        <Links />
      </head>
      <body>
        <main>{children}</main>
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  return (
    <p role="alert">{isRouteErrorResponse(error) ? error.statusText : "Something went wrong."}</p>
  );
}
