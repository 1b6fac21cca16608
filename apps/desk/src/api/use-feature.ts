import { useQuery } from "@tanstack/react-query";
import { type Feature, getStatus } from "./catalog.ts";

/** Returns whether the server has a feature; false until its status has arrived. */
export function useFeature(feature: Feature): boolean {
  const status = useQuery({ queryKey: ["status"], queryFn: getStatus });
  return status.data?.features.includes(feature) ?? false;
}
