import { pino, type DestinationStream, type LogFn, type Logger } from 'pino'
import type { Config } from '../config.ts'
import { openRepeatedErrors } from './repeated-errors.ts'
import { safeError } from './safe-error.ts'

/** One line a request; the address is the route's pattern, since queries carry names and documents. */
export interface AccessLine {
  readonly method: string
  /** The pattern of the call; null for an address that is none. */
  readonly call: string | null
  readonly status: number
  readonly ms: number
  readonly company: string | null
  readonly person: string | null
  readonly request: string
  readonly address: string
  /** Why it was refused. */
  readonly code?: string
}

/** Sign-ins, locks, refused access and changes of rights: what an attack leaves behind. */
export interface SecurityLine {
  readonly event: string
  readonly person: string | null
  readonly company: string | null
  readonly address: string | null
  readonly request: string | null
  readonly approver?: string
  readonly entity?: string
  readonly id?: string
  /** Codes of roles and statuses before and after a change of rights. */
  readonly before?: object
  readonly after?: object
}

/** Work without a request that failed: a job, a sweep, the queue itself. */
export interface FailureLine {
  readonly event: string
  readonly job?: string
  readonly id?: string
  readonly company?: string
  readonly tries?: number
}

/** The log of a server process: JSON, one line an event, every line by an allow-list of fields. */
export interface Log {
  /** For Fastify: its errors go through the same serializer. */
  readonly root: Logger
  /** `isPoll` marks a successful question that screens repeat all day; it is written at the level `debug`. */
  access(line: AccessLine, isPoll: boolean): void
  security(line: SecurityLine): void
  failure(line: FailureLine, error: unknown): void
  /** Writes how often errors came again that were only counted so far. */
  flush(): void
}

/** `destination` is for tests; the product writes to standard output. */
export function openLog(level: Config['logLevel'], destination?: DestinationStream): Log {
  const repeats = openRepeatedErrors()
  const settings = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: safeError, req: requestLine },
    // Without words of its own a line would take the message of its error, past the serializer.
    hooks: {
      logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn, lineLevel: number) {
        if (repeats.holdBack(this, args, method, lineLevel)) return
        if (args.length === 1 && hasError(args[0])) args.push('')
        method.apply(this, args)
      },
    },
  }
  const root = destination ? pino(settings, destination) : pino(settings)
  return {
    root,
    access: (line, isPoll) => root[isPoll ? 'debug' : 'info']({ log: 'access', ...line }),
    security: (line) => root.info({ log: 'security', ...line }),
    failure: ({ event, ...line }, error) =>
      root.error({ log: 'failure', event, ...line, err: error }, event),
    flush: () => repeats.flush(),
  }
}

function hasError(line: unknown): boolean {
  return line instanceof Error || (typeof line === 'object' && line !== null && 'err' in line)
}

function requestLine(request: { method: string; routeOptions?: { url?: string } }) {
  return { method: request.method, route: request.routeOptions?.url }
}
