import "@portico/react/doctor.css";
import { Doctor } from "@portico/react/doctor";
import { useBackend } from "../data/backend.tsx";

/** Names the real cause of what goes wrong in the forms, while developing. */
export default function DevelopmentDoctor() {
  const backend = useBackend();
  return <Doctor supabaseClient={backend} url={`${backend.configuration.url}/auth/v1`} />;
}
