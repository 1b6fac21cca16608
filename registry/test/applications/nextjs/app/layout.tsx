import type { ReactNode } from "react";
import "./globals.css";

export const metadata = { title: "Blocks" };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
