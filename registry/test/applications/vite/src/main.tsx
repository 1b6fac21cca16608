import { createRoot } from "react-dom/client";
import { Application } from "@/application";
import { createClient } from "@/lib/supabase/client";
import "./index.css";

const root = document.getElementById("root");
if (root) createRoot(root).render(<Application path={location.pathname} client={createClient()} />);
