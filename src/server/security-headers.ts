import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'

const POLICY: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'style-src': "'self'",
  'img-src': "'self' blob: data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'worker-src': "'self'",
  'manifest-src': "'self'",
  'frame-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  // Printing loads a print page in a hidden frame of our own origin.
  'frame-ancestors': "'self'",
  'require-trusted-types-for': "'script'",
  'trusted-types': 'default print-body',
}

const ALWAYS: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'camera=(self), microphone=(), geolocation=(), serial=(), usb=(), payment=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'x-xss-protection': '0',
}

/**
 * Headers of every answer, whatever its status (security.md 8.1, 8.2): put together once, since they are the same for
 * everybody. Answers of the API are kept by no cache unless the verb says otherwise.
 */
export function protectingHeaders(config: Config) {
  const always = { ...ALWAYS, 'content-security-policy': policyFor(config.deviceOrigins) }
  const pages: Readonly<Record<string, string>> = config.publicUrl.startsWith('https:')
    ? { ...always, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : always
  const answers: Readonly<Record<string, string>> = { ...pages, 'cache-control': 'no-store' }
  return { pages, answers }
}

/** Set before anything else happens, so that errors carry them too. */
export function securityHeaders(
  app: FastifyInstance,
  { pages, answers }: ReturnType<typeof protectingHeaders>,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(request.url.startsWith('/api/') ? answers : pages)
    done()
  })
}

/** Agents that a browser calls directly are the only foreign addresses it may talk to (devices.md 1.4). */
function policyFor(deviceOrigins: readonly string[]): string {
  const connect = [POLICY['connect-src'], ...deviceOrigins].join(' ')
  return Object.entries({ ...POLICY, 'connect-src': connect })
    .map((directive) => directive.join(' '))
    .join('; ')
}
