import { audit } from '#contract/audit/audit.ts'
import { serve } from '#http/serve.ts'
import { getEvent, listEvents, verifyChain } from './read-audit.ts'

/** The chain of events: read, explained and proven. */
export const auditRoutes = [
  serve(audit.getEvents, listEvents),
  serve(audit.getEvent, getEvent),
  serve(audit.verifyChain, verifyChain),
]
