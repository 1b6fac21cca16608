import { useEffect, useRef } from "react";
import { replaceAddress } from "../browser/address.ts";

/** Begins at the start again once somebody has left, by whichever tab: their address is not the next one's. */
export function useSignOutElsewhere(person: string | undefined): void {
  const before = useRef(person);
  useEffect(() => {
    const left = before.current;
    before.current = person;
    if (left !== undefined && person === undefined) replaceAddress("/");
  }, [person]);
}
