import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { CallSpec } from '#contract/core/call.ts'
import { refusals } from '#contract/core/refusals.ts'
import type { Gates } from '../admission/admit.ts'
import { openConnections } from '../answers/stop-serving.ts'
import { UPLOAD_SLOTS, type UploadSlots } from '../body/upload-slots.ts'
import { standbyState } from '../db/standby/read-apart.ts'
import { STANDBY_FAULTS } from '../db/standby/prove-standby.ts'
import type { Services } from '../services.ts'
import { boundedLabel, OTHER } from './bounded-label.ts'

/** Companies that have a series of their own; an installation has tens, and what comes later is «other». */
export const MAX_COMPANIES = 50
/** Seconds: what a person does not notice, a page, a promise of the product (security.md 9.2), a deadline. */
const BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const API = '/api/v1/'

declare module '../services.ts' {
  interface ProcessState {
    /** Where parts of the server add what they count, when the settings ask for metrics. */
    meters?: Registry
  }
}

interface Watched {
  readonly gates: Gates
  readonly uploads: UploadSlots
  readonly calls: readonly CallSpec[]
}

/**
 * What this process counts of itself (operations.md, "Metrics"): no name, no amount, and of a company its id alone. Every label
 * is of a list that the code declares, or bounded.
 */
export function openMeters(app: FastifyInstance, services: Services, watched: Watched): void {
  if (!services.config.metrics) return
  const register = new Registry()
  services.state.meters = register
  collectDefaultMetrics({ register })
  countCalls(app, register, watched.calls)
  measureLoad(app, services, register, watched)
  countReadings(services, register)
}

function countCalls(app: FastifyInstance, register: Registry, calls: readonly CallSpec[]): void {
  const registers = [register]
  const counted = new Counter({
    name: 'priyomka_calls_total',
    help: 'Answered calls; an address that is no call is "other"',
    labelNames: ['call', 'outcome'],
    registers,
  })
  const seconds = new Histogram({
    name: 'priyomka_call_seconds',
    help: 'From the head of a request to the end of its answer, endless streams left out',
    labelNames: ['call'],
    buckets: BUCKETS,
    registers,
  })
  const ofCompany = new Counter({
    name: 'priyomka_company_calls_total',
    help: `Calls of a company by its id; beyond ${MAX_COMPANIES} companies "other"`,
    labelNames: ['company', 'outcome'],
    registers,
  })
  const refused = new Counter({
    name: 'priyomka_refusals_total',
    help: 'Refusals by their declared code; common.internal is a bug',
    labelNames: ['code'],
    registers,
  })
  // A counter that appears with its first event has no increase: Prometheus sees it from its second value on.
  for (const code of [...Object.keys(refusals), 'common.internal']) refused.inc({ code }, 0)
  const declared = new Map(calls.map((call) => [`${call.method} ${call.path}`, call]))
  const companyLabel = boundedLabel(MAX_COMPANIES)
  app.addHook('onResponse', async ({ method, url, routeOptions, requester, refusal }, reply) => {
    if (!url.startsWith('/api/')) return
    const call = declared.get(`${method} ${routeOptions.url}`)
    const name = call ? call.path.slice(API.length) : OTHER
    const outcome = outcomeOf(reply.statusCode)
    counted.inc({ call: name, outcome })
    if (call && call.result !== 'stream') seconds.observe({ call: name }, reply.elapsedTime / 1000)
    if (requester) ofCompany.inc({ company: companyLabel(requester.company), outcome })
    if (refusal) refused.inc({ code: refusal })
  })
}

function countReadings(services: Services, register: Registry): void {
  const counted = new Counter({
    name: 'priyomka_report_readings_total',
    help: 'Reports and previews by where they were read: "standby", or the primary by the fault of the standby',
    labelNames: ['place', 'fault'],
    registers: [],
    collect() {
      const { readings } = standbyState(services)
      this.reset()
      this.inc({ place: 'standby', fault: 'none' }, readings.get('standby') ?? 0)
      for (const fault of STANDBY_FAULTS)
        this.inc({ place: 'primary', fault }, readings.get(fault) ?? 0)
    },
  })
  register.registerMetric(counted)
}

function outcomeOf(status: number): 'ok' | 'refused' | 'failed' {
  if (status < 400) return 'ok'
  return status < 500 ? 'refused' : 'failed'
}

function measureLoad(
  app: FastifyInstance,
  services: Services,
  register: Registry,
  { gates, uploads }: Watched,
): void {
  const { pools } = services
  const poolNames = ['calls', 'urgent'] as const
  const lanes = Object.keys(UPLOAD_SLOTS) as (keyof typeof UPLOAD_SLOTS)[]
  const entrances = Object.entries(gates.gates)
  const gauge = (name: string, help: string, label: string, read: () => [string, number][]) =>
    new Gauge({
      name: `priyomka_${name}`,
      help,
      labelNames: [label],
      registers: [register],
      collect() {
        for (const [of, value] of read()) this.set({ [label]: of }, value)
      },
    })
  gauge('pool_busy', 'Connections of the pool that are lent out', 'pool', () =>
    poolNames.map((name) => [name, pools[name]().busy]),
  )
  gauge('pool_size', 'Connections that the pool may open', 'pool', () =>
    poolNames.map((name) => [name, pools[name]().size]),
  )
  gauge('gate_working', 'Calls at work behind a gate', 'gate', () =>
    entrances.map(([name, gate]) => [name, gate.load().working]),
  )
  gauge('gate_waiting', 'Calls that wait before a gate', 'gate', () =>
    entrances.map(([name, gate]) => [name, gate.load().waiting]),
  )
  gauge('uploads', 'Uploads that are received', 'lane', () =>
    lanes.map((lane) => [lane, uploads.taken(lane)]),
  )
  gauge('uploads_most', 'Uploads that are received at once at most', 'lane', () =>
    lanes.map((lane) => [lane, UPLOAD_SLOTS[lane].ofProcess]),
  )
  gauge('sockets', 'Open connections of callers', 'kind', () => [['http', openConnections(app)]])
}
