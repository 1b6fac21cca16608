import { useState } from "react";
import { useLocation } from "react-router";
import { Application } from "~/application";
import { createClient } from "~/lib/supabase/client";

export default function Page() {
  const [client] = useState(createClient);
  return <Application path={useLocation().pathname} client={client} />;
}
