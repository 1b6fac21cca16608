import "@portico/react/doctor.css";
import { Doctor } from "@portico/react/doctor";
import { useBackend } from "../data/backend.tsx";

/** Explains in development why a form fails. */
export default function DevelopmentDoctor() {
  const backend = useBackend();
  return <Doctor supabaseClient={backend} url={`${backend.configuration.url}/auth/v1`} />;
}
