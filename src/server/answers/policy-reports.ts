import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { refuse } from '#http/refusal.ts'
import { countInWindow } from '../auth/limits/window-count.ts'
import type { Services } from '../services.ts'

/** Where browsers tell that a page broke the policy of its headers (security.md 8.1). */
export const POLICY_REPORTS = '/api/v1/csp-report'

// Reports need no sign-in, so all of them together have the bound of security.md 8.1.
const PACE = { name: Symbol('policy reports'), max: 30, windowMs: 60_000 }
// A browser's report holds the policy itself and three addresses.
const MAX_BYTES = 16 * 1024
const MAX_TEXT = 300

const text = z.optional(z.string())
const Report = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'source-file': text,
    'line-number': z.optional(z.int()),
  }),
})

/** Each report becomes one line of the log, without its query; nothing is stored and no sign-in is needed. */
export async function collectPolicyReports(
  app: FastifyInstance,
  services: Services,
): Promise<void> {
  await app.register(async (scope) => {
    // A type that no form and no foreign page can send without asking first, understood at this address alone.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/csp-report',
      { parseAs: 'string', bodyLimit: MAX_BYTES },
      scope.getDefaultJsonParser('error', 'error'),
    )
    scope.post(
      POLICY_REPORTS,
      { onRequest: async () => countInWindow(services, PACE, 'all') },
      async (request, reply) => {
        app.log.warn({ req_id: request.id, ...lineOf(request.body) }, 'page policy violated')
        return reply.code(204).send()
      },
    )
  })
}

function lineOf(body: unknown) {
  const parsed = z.safeParse(Report, body)
  if (!parsed.success) refuse('common.validation')
  const report = parsed.data['csp-report']
  return {
    directive: (report['effective-directive'] ?? report['violated-directive'])?.slice(0, MAX_TEXT),
    page: addressOf(report['document-uri']),
    blocked: addressOf(report['blocked-uri']),
    source: addressOf(report['source-file']),
    line: report['line-number'],
  }
}

/** Queries carry names and documents; what is no address, as `inline` or `eval`, stays as the browser says it. */
function addressOf(address: string | undefined): string | undefined {
  return address?.split(/[?#]/, 1)[0]?.slice(0, MAX_TEXT)
}
