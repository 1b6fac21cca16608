"use client";

import { UpdatePassword } from "@portico/react";
import { useRouter } from "next/navigation";
import { supabase } from "../../../lib/browser";

export function NewPassword() {
  const router = useRouter();
  return <UpdatePassword supabaseClient={supabase} onSuccess={() => router.replace("/notes")} />;
}
