import fastifyMultipart from '@fastify/multipart'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyError,
  type FastifyRequest,
} from 'fastify'
import { allCalls } from '#contract/calls.ts'
import { answerError, answerWhole } from '#http/error-answer.ts'
import { openApi } from '#http/openapi.ts'
import { Refusal, refuse } from '#http/refusal.ts'
import { registerRoutes } from '#http/register.ts'
import { openGates } from './admission/admit.ts'
import { ARRIVAL_BOUNDS, boundArrivals } from './admission/arrivals.ts'
import { authorize, signedIn } from './auth/rights/authorize.ts'
import { rateLimit } from './auth/limits/rate-limit.ts'
import { processShare } from './auth/limits/window-count.ts'
import { readJson } from './body/json-body.ts'
import { withRawBody } from './body/raw-body.ts'
import { openUploadSlots } from './body/upload-slots.ts'
import { compressAnswers } from './answers/compress-answers.ts'
import { activeAgentOf } from './features/device/link/agent-caller.ts'
import { phoneOf } from './features/file/phone/phone-caller.ts'
import { serveHealth } from './health.ts'
import { watchConnections } from './answers/stop-serving.ts'
import { addFigureMetrics } from './features/installation/figures/figure-metrics.ts'
import { openMeters } from './watch/meters.ts'
import { logAccess } from './log/access-log.ts'
import { collectPolicyReports } from './answers/policy-reports.ts'
import { protectingHeaders, securityHeaders } from './answers/security-headers.ts'
import { attachments, routes } from './routes.ts'
import type { Services } from './services.ts'
import { answerUnreadable } from './answers/unreadable-request.ts'
import { serveWeb } from './answers/web-files.ts'
import { serveCardForm } from './features/bank/card-form/card-form-page.ts'
import type { Config } from './config.ts'
import { traceCalls } from './trace/trace-calls.ts'
import { requestIdOf, sayRequestIds } from './trace/request-id.ts'

// JSON of the largest declared body fits well below; uploads have their own bounds (security.md 6.1).
const BODY_LIMIT = 256 * 1024
// security.md 9.1; a JSON body has a shorter one of its own.
const HEADERS_MS = 10_000
const UPLOAD_MS = 60_000
const DEADLINES_ROUND_MS = 2000

/** The whole HTTP server, not yet listening: tests inject into it, `main.ts` gives it a port. */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const headers = protectingHeaders(services.config)
  const app = Fastify({
    loggerInstance: services.log.root as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: DEADLINES_ROUND_MS },
    requestTimeout: UPLOAD_MS,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 200 },
    // An address that cannot be decoded reaches no route and no error handler of its own.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    clientErrorHandler: answerUnreadable(headers.answers),
    genReqId: ({ headers: { traceparent } }) => requestIdOf(traceparent),
    trustProxy: [...services.config.trustedProxies],
    // What was accepted before the end is answered like any other (`stopServing`).
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  })
  app.setErrorHandler((error: FastifyError, request, reply) =>
    error instanceof Refusal && error.detail.whole
      ? answerWhole(error, request, reply)
      : answerError(error, request, reply),
  )
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith('/api/')) refuse('common.not-found')
    return reply.code(404).type('text/plain; charset=utf-8').send('Страница не найдена')
  })
  sayRequestIds(app)
  traceCalls(app, services)
  readJson(app)
  securityHeaders(app, headers)
  compressAnswers(app)
  await app.register(fastifyMultipart, { attachFieldsToBody: false })
  app.addContentTypeParser('image/jpeg', (_request, payload, done) => done(null, payload))
  const { trustedProxies, maxSockets } = services.config
  const sockets = boundArrivals(app, trustedProxies, { ...ARRIVAL_BOUNDS, sockets: maxSockets })
  const admission = openGates(services.config.poolSize, services.config.overloadWaitMs)
  const { rateReads, rateWrites, processes } = services.config
  const rates = rateLimit(processShare(rateReads, processes), processShare(rateWrites, processes))
  const findAgent = (bearer: string | undefined) => activeAgentOf(services, bearer)
  const findPhone = (bearer: string | undefined) => phoneOf(services, bearer)
  const lanes = openUploadSlots()
  const calls = allCalls.map(({ call }) => call)
  logAccess(app, services, calls)
  registerRoutes(
    app,
    {
      admission,
      authorize: (call, request) =>
        authorize(services, { rates, findAgent, findPhone }, call, request),
      withRawBody: (call, request, work) => withRawBody(lanes, call, request, work),
    },
    routes,
    calls,
  )
  app.get('/api/v1/openapi.json', { onRequest: describedTo(services) }, () => openApi(allCalls))
  serveHealth(app, services, { gates: admission, sockets })
  watchConnections(app)
  openMeters(app, services, { gates: admission, uploads: lanes, calls })
  addFigureMetrics(services)
  leadToSimulators(app, services.config)
  serveCardForm(app, services.config)
  await collectPolicyReports(app, services)
  for (const attach of attachments) attach(app, services)
  await serveWeb(app, services.config)
  return app
}

/** In the demo two addresses lead to the pages of the simulators, whose ports are others at each installation. */
function leadToSimulators(app: FastifyInstance, { yardUrl, bankPageUrl }: Config): void {
  // The station's badge «Учебная площадка» opens the page that sends trucks.
  if (yardUrl) app.get('/training-yard', (_request, reply) => reply.redirect(yardUrl))
  // The badge «УЧЕБНЫЙ БАНК» of a payment opens the bank's ledger, its faults and its files.
  if (bankPageUrl) app.get('/training-bank', (_request, reply) => reply.redirect(bankPageUrl))
}

/** Beyond the demo the API is described to those only who have a door to it (security.md 2.1). */
function describedTo(services: Services) {
  return async (request: FastifyRequest) => {
    if (!services.config.demo) await signedIn(services, request, true)
  }
}
