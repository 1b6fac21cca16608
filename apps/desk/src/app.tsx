import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Navigate, Route, Routes } from "react-router";
import { DeskError } from "./api/call.ts";
import { getStatus } from "./api/catalog.ts";
import { hasKey } from "./api/key.ts";
import { RunAsProvider } from "./run-as/run-as.tsx";
import { Failure } from "./shell/failure.tsx";
import { Frame } from "./shell/frame.tsx";
import { Locked } from "./shell/locked.tsx";
import { ToastsProvider } from "./shell/toasts.tsx";
import { TablesScreen } from "./tables/tables-screen.tsx";

// CodeMirror is larger than the rest of the desk, so it loads on demand.
const SqlScreen = lazy(() => import("./sql/sql-screen.tsx"));
const UsersScreen = lazy(() => import("./users/users-screen.tsx"));
const BucketsScreen = lazy(() => import("./buckets/buckets-screen.tsx"));
const MailScreen = lazy(() => import("./mail/mail-screen.tsx"));
const DiagramScreen = lazy(() => import("./diagram/diagram-screen.tsx"));
const EnumsScreen = lazy(() => import("./enums/enums-screen.tsx"));
const RequestsScreen = lazy(() => import("./requests/requests-screen.tsx"));
const WhyScreen = lazy(() => import("./why/why-screen.tsx"));
const AdviceScreen = lazy(() => import("./advice/advice-screen.tsx"));
const ChannelsScreen = lazy(() => import("./channels/channels-screen.tsx"));
const FunctionsScreen = lazy(() => import("./functions/functions-screen.tsx"));
const JobsScreen = lazy(() => import("./jobs/jobs-screen.tsx"));
const TimeScreen = lazy(() => import("./time/time-screen.tsx"));

/** Renders the screens. A new screen needs a route here and a link in the frame. */
export function App() {
  const [isUnlocked, setUnlocked] = useState(hasKey);
  const status = useQuery({ queryKey: ["status"], queryFn: getStatus, enabled: isUnlocked });
  const isRefused = status.error instanceof DeskError && status.error.code === "key_required";
  if (!isUnlocked || isRefused) {
    return (
      <Locked
        isRefused={isRefused}
        onUnlock={() => {
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
        <Frame project={status.data?.project ?? ""} features={status.data?.features ?? []}>
          <Suspense fallback={<main id="main" />}>
            <Routes>
              <Route path="/tables/:schema?/:name?/:tab?" element={<TablesScreen />} />
              <Route path="/diagram/:schema?" element={<DiagramScreen />} />
              <Route path="/enums" element={<EnumsScreen />} />
              <Route path="/sql" element={<SqlScreen />} />
              <Route path="/people/:id?/:tab?" element={<UsersScreen />} />
              <Route path="/files/:bucket?/:tab?" element={<BucketsScreen />} />
              <Route path="/mail/:id?" element={<MailScreen />} />
              <Route path="/requests" element={<RequestsScreen />} />
              <Route path="/why" element={<WhyScreen />} />
              <Route path="/advice" element={<AdviceScreen />} />
              <Route path="/channels" element={<ChannelsScreen />} />
              <Route path="/functions" element={<FunctionsScreen />} />
              <Route path="/jobs" element={<JobsScreen />} />
              <Route path="/time" element={<TimeScreen />} />
              <Route path="*" element={<Navigate to="/tables" replace />} />
            </Routes>
          </Suspense>
        </Frame>
      </RunAsProvider>
    </ToastsProvider>
  );
}
