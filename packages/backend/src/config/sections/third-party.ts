import type { z } from "zod";
import { flag, optionalText, requireKeys, table } from "./setting.ts";

// The format of Clerk's domains that the Supabase CLI requires.
const clerkDomain = /^(clerk([.][a-z0-9-]+){2,}|([a-z0-9-]+[.])+clerk[.]accounts[.]dev)$/;

function validateClerkDomain(
  clerk: { enabled: boolean; domain?: string | undefined },
  context: z.core.$RefinementCtx,
) {
  if (!clerk.enabled || clerk.domain === undefined || clerkDomain.test(clerk.domain)) return;
  context.addIssue({
    code: "custom",
    path: ["domain"],
    message: 'must be a domain such as "clerk.example.com" or "example.clerk.accounts.dev"',
    params: { showsValue: true },
  });
}

function refuseSeveralIssuers(
  issuers: Readonly<Record<string, { enabled: boolean }>>,
  context: z.core.$RefinementCtx,
) {
  const enabled = Object.keys(issuers).filter((name) => issuers[name]?.enabled);
  if (enabled.length <= 1) return;
  context.addIssue({
    code: "custom",
    message: `must have one issuer enabled at most, and has ${enabled.join(" and ")}`,
  });
}

const enabled = flag().default(false);

/** `[auth.third_party.*]`: other services whose tokens are accepted. */
export const thirdParty = table({
  firebase: table({ enabled, project_id: optionalText() })
    .transform(requireKeys("project_id"))
    .prefault({}),
  auth0: table({ enabled, tenant: optionalText(), tenant_region: optionalText() })
    .transform(requireKeys("tenant"))
    .prefault({}),
  aws_cognito: table({
    enabled,
    user_pool_id: optionalText(),
    user_pool_region: optionalText(),
  })
    .transform(requireKeys("user_pool_id", "user_pool_region"))
    .prefault({}),
  clerk: table({ enabled, domain: optionalText() })
    .superRefine(validateClerkDomain)
    .transform(requireKeys("domain"))
    .prefault({}),
  workos: table({ enabled, issuer_url: optionalText() })
    .transform(requireKeys("issuer_url"))
    .prefault({}),
}).superRefine(refuseSeveralIssuers);
