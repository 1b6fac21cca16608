import { onTestFinished } from "vitest";
import type { Database } from "../../src/database/port.ts";

/**
 * Keeps the buckets of rate limits from refilling until the test ends, so that a slow machine counts as many requests
 * as a fast one.
 */
export async function stopRefill(database: Database): Promise<void> {
  await database.script(`
    create function public.stop_refill() returns trigger language plpgsql as
      $$ begin new.refilled_at := now() + interval '1 hour'; return new; end $$;
    create trigger stop_refill before insert or update on portico.rate_limits
      for each row execute function public.stop_refill()`);
  onTestFinished(() =>
    database.script(
      "drop trigger stop_refill on portico.rate_limits; drop function public.stop_refill()",
    ),
  );
}
