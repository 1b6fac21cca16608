"use client";

import { useState } from "react";
import { Application } from "@/application";
import { createClient } from "@/lib/supabase/client";

export function Client({ path }: { path: string }) {
  const [client] = useState(createClient);
  return <Application path={path} client={client} />;
}
