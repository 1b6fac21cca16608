import { useQuery } from "@tanstack/react-query";
import { type Feature, getStatus } from "./catalog.ts";

/** Returns whether a server has a feature; false until the server's status has arrived. */
export function useFeature(feature: Feature): boolean {
  const status = useQuery({ queryKey: ["status"], queryFn: getStatus });
  return status.data?.features.includes(feature) ?? false;
}
