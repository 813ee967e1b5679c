import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { Config } from './config.ts'

/** Headers of every answer, whatever its status (security.md 8.1, 8.2). */
export function securityHeaders(config: Config): FastifyHelmetOptions {
  const own = ["'self'"]
  return {
    global: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: [...own, "'wasm-unsafe-eval'"],
        styleSrc: own,
        imgSrc: [...own, 'blob:', 'data:'],
        fontSrc: own,
        connectSrc: own,
        workerSrc: own,
        manifestSrc: own,
        frameSrc: own,
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: own,
        // Printing loads a print page in a hidden frame of our own origin.
        frameAncestors: own,
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ['default', 'print-body'],
      },
    },
    strictTransportSecurity: config.publicUrl.startsWith('https:')
      ? { maxAge: 31_536_000, includeSubDomains: true }
      : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
  }
}
