import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { POLICY_REPORTS } from './policy-reports.ts'

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
  'require-trusted-types-for': "'script'",
  'trusted-types': 'default print-body',
  'report-uri': POLICY_REPORTS,
}

/** The page of a telephone shows its own pictures and talks to us; it has no frame, no form and no policy of its own. */
const PHONE_POLICY: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' blob:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
  'report-uri': POLICY_REPORTS,
}
const PHONE_PATH = /^\/phone(\?|$)/

// An answer is data: whatever a browser takes it for, nothing in it loads or runs.
const ANSWER_POLICY = "default-src 'none'; frame-ancestors 'none'"

// What printing loads in a hidden frame of our own origin: the forms, and the sheet of prices on its screen's address.
const FRAMED_PATHS = /^\/(print\/|operator\/price\?(.*&)?paper=)/

const ALWAYS: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'camera=(self), microphone=(), geolocation=(), serial=(), usb=(), payment=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-xss-protection': '0',
}

/**
 * Headers of every answer, whatever its status (security.md 8.1, 8.2): built once, since they are the same for all requests.
 * Caches store no answer of the API unless the handler allows it.
 */
export function protectingHeaders(config: Config) {
  const always: Readonly<Record<string, string>> = config.publicUrl.startsWith('https:')
    ? { ...ALWAYS, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : ALWAYS
  const withPolicy = (policy: string): Readonly<Record<string, string>> => ({
    ...always,
    'content-security-policy': policy,
  })
  return {
    pages: withPolicy(policyFor(config, "'none'")),
    framed: {
      ...withPolicy(policyFor(config, "'self'")),
      'x-frame-options': 'SAMEORIGIN',
    },
    phone: withPolicy(textOf(PHONE_POLICY)),
    answers: { ...withPolicy(ANSWER_POLICY), 'cache-control': 'no-store' },
  }
}

/** Set before anything else happens, so that errors carry them too. */
export function securityHeaders(
  app: FastifyInstance,
  { pages, framed, phone, answers }: ReturnType<typeof protectingHeaders>,
): void {
  app.addHook('onRequest', ({ url }, reply, done) => {
    if (url.startsWith('/api/')) void reply.headers(answers)
    else if (PHONE_PATH.test(url)) void reply.headers(phone)
    else void reply.headers(FRAMED_PATHS.test(url) ? framed : pages)
    done()
  })
}

/**
 * Agents that a browser calls directly are the only foreign addresses it may talk to (devices.md 1.4), and this server's other name
 * the only one in a frame.
 */
function policyFor({ deviceOrigins, cardFormUrl }: Config, framedBy: "'none'" | "'self'"): string {
  const connect = [POLICY['connect-src'], ...deviceOrigins].join(' ')
  const frames = [POLICY['frame-src'], ...(cardFormUrl ? [cardFormUrl] : [])].join(' ')
  return textOf({
    ...POLICY,
    'connect-src': connect,
    'frame-src': frames,
    'frame-ancestors': framedBy,
  })
}

function textOf(policy: Readonly<Record<string, string>>): string {
  return Object.entries(policy)
    .map((directive) => directive.join(' '))
    .join('; ')
}
