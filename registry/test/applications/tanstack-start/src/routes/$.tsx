import { createFileRoute, useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { Application } from "@/application";
import { createClient } from "@/lib/supabase/client";

export const Route = createFileRoute("/$")({ component: Page });

function Page() {
  const [client] = useState(createClient);
  return <Application path={useLocation().pathname} client={client} />;
}
