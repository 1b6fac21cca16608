import { createFileRoute } from "@tanstack/react-router";
import { authHandler } from "../auth";

/** Users return here from the links of messages and from GitHub. The forms of a page without its script post to it. */
export const Route = createFileRoute("/auth/")({
  server: {
    handlers: {
      GET: ({ request }) => authHandler.handle(request),
      POST: ({ request }) => authHandler.handle(request),
    },
  },
});
