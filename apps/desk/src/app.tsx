import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Navigate, Route, Routes } from "react-router";
import { DeskFailure } from "./api/call.ts";
import { getStatus } from "./api/catalog.ts";
import { hasKey } from "./api/key.ts";
import { RunAsProvider } from "./run-as/run-as.tsx";
import { Failure } from "./shell/failure.tsx";
import { Frame } from "./shell/frame.tsx";
import { Locked } from "./shell/locked.tsx";
import { ToastsProvider } from "./shell/toasts.tsx";
import { TablesScreen } from "./tables/tables-screen.tsx";

/** The screens that are loaded when they are opened. The editor is larger than everything else. */
const screens = [
  ["/sql", lazy(() => import("./sql/sql-screen.tsx"))],
  ["/people/:id?/:tab?", lazy(() => import("./people/people-screen.tsx"))],
  ["/files/:bucket?/:tab?", lazy(() => import("./buckets/buckets-screen.tsx"))],
  ["/mail/:id?", lazy(() => import("./mail/mail-screen.tsx"))],
  ["/requests", lazy(() => import("./requests/requests-screen.tsx"))],
  ["/why", lazy(() => import("./why/why-screen.tsx"))],
  ["/advice", lazy(() => import("./advice/advice-screen.tsx"))],
] as const;

/** The screens. Each further one is a line above and a link in the frame. */
export function App() {
  const [isUnlocked, setUnlocked] = useState(hasKey);
  const status = useQuery({ queryKey: ["status"], queryFn: getStatus, enabled: isUnlocked });
  const isRefused = status.error instanceof DeskFailure && status.error.code === "key_required";
  if (!isUnlocked || isRefused) {
    return (
      <Locked
        isRefused={isRefused}
        onKey={() => {
          setUnlocked(true);
          void status.refetch();
        }}
      />
    );
  }
  if (status.error) return <Failure error={status.error} onRetry={() => void status.refetch()} />;
  return (
    <ToastsProvider>
      <RunAsProvider roles={status.data?.roles ?? []}>
        <Frame project={status.data?.project ?? ""}>
          <Routes>
            <Route path="/tables/:schema?/:name?/:tab?" element={<TablesScreen />} />
            {screens.map(([path, Screen]) => (
              <Route
                key={path}
                path={path}
                element={
                  <Suspense fallback={<main id="main" />}>
                    <Screen />
                  </Suspense>
                }
              />
            ))}
            <Route path="*" element={<Navigate to="/tables" replace />} />
          </Routes>
        </Frame>
      </RunAsProvider>
    </ToastsProvider>
  );
}
