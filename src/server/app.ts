import fastifyMultipart from '@fastify/multipart'
import Fastify, { LogController, type FastifyInstance, type FastifyRequest } from 'fastify'
import { allCalls } from '#contract/calls.ts'
import { answerError } from '#http/error-answer.ts'
import { openApi } from '#http/openapi.ts'
import { Refusal, refuse } from '#http/refusal.ts'
import { registerRoutes } from '#http/register.ts'
import { judge, signedIn } from './auth/judge.ts'
import { rateLimit } from './auth/rate-limit.ts'
import { processShare } from './auth/window-count.ts'
import { readJson } from './body/json-body.ts'
import { readRaw } from './body/raw-body.ts'
import { uuidv7 } from './db/uuid.ts'
import { serveHealth } from './health.ts'
import { collectPolicyReports } from './policy-reports.ts'
import { protectingHeaders, securityHeaders } from './security-headers.ts'
import { attachments, routes } from './routes.ts'
import type { Services } from './services.ts'
import { answerUnreadable } from './unreadable-request.ts'
import { serveWeb } from './web-files.ts'
import { leadToYard } from './training-yard.ts'

// JSON of the largest declared body fits well below; uploads have their own bounds (security.md 6.1).
const BODY_LIMIT = 256 * 1024
// 64 at work and 128 polls of devices (security.md 9.2): more would only wait for the pool.
const IN_FLIGHT = 192

/** The whole HTTP server, not yet listening: tests inject into it, `main.ts` gives it a port. */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const headers = protectingHeaders(services.config)
  const app = Fastify({
    logger:
      services.config.logLevel === 'silent'
        ? false
        : { level: services.config.logLevel, serializers },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: 60_000,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 200 },
    // An address that cannot be decoded reaches no route and no error handler of its own.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    clientErrorHandler: answerUnreadable(headers.answers),
    genReqId: () => uuidv7(),
    trustProxy: [...services.config.trustedProxies],
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  })
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith('/api/')) refuse('common.not-found')
    return reply.code(404).type('text/plain; charset=utf-8').send('Страница не найдена')
  })
  readJson(app)
  securityHeaders(app, headers)
  await app.register(fastifyMultipart, { attachFieldsToBody: false })
  app.addContentTypeParser('image/jpeg', (_request, payload, done) => done(null, payload))
  shedLoad(app)
  const { rateReads, rateWrites, processes } = services.config
  const rates = rateLimit(processShare(rateReads, processes), processShare(rateWrites, processes))
  const calls = allCalls.map(({ call }) => call)
  registerRoutes(
    app,
    { judge: (call, request) => judge(services, rates, call, request), readRaw },
    routes,
    calls,
  )
  const built = new Set(routes.map((route) => route.call))
  app.get('/api/v1/openapi.json', { onRequest: describedTo(services) }, () =>
    openApi(allCalls, (call) => built.has(call)),
  )
  serveHealth(app, services)
  leadToYard(app, services.config)
  await collectPolicyReports(app, services)
  for (const attach of attachments) attach(app, services)
  await serveWeb(app, services.config)
  return app
}

/** Beyond the demo the API is described to those only who have a door to it (security.md 13.4.5). */
function describedTo(services: Services) {
  return async (request: FastifyRequest) => {
    if (!services.config.demo) await signedIn(services, request, true)
  }
}

const serializers = {
  // Addresses are logged by their route, never with the query: filters and masks carry names and documents.
  req: (request: { method: string; routeOptions?: { url?: string } }) => ({
    method: request.method,
    route: request.routeOptions?.url,
  }),
}

/** Refuses in time: the queue would otherwise stand in the pool and make everybody wait (security.md 9.2). */
function shedLoad(app: FastifyInstance): void {
  let inFlight = 0
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith('/api/') || /\/stream(\?|$)/.test(request.url)) return done()
    if (inFlight >= IN_FLIGHT) return done(new Refusal('common.overloaded'))
    inFlight++
    reply.raw.once('close', () => inFlight--)
    done()
  })
}
