import { handle } from "../auth.server";
import type { Route } from "./+types/auth";

/** Users return here from links in messages and from GitHub. */
export const loader = ({ request }: Route.LoaderArgs) => handle(request);

/** Answers the forms of a page whose script has not loaded. */
export const action = ({ request }: Route.ActionArgs) => handle(request);
