import type { LogFn, Logger } from 'pino'
import { safeError } from './safe-error.ts'

const WINDOW_MS = 1000
/** More causes than these in one second are one: messages that differ without end would be the flood again. */
const MAX_CAUSES = 50
/** Ids of requests and jobs that a line of repeats names; the access log has them all. */
const MAX_NAMED = 10
const WARN = 40

/** What every line of an error may say of itself besides the error. */
interface ErrorLine {
  readonly err?: unknown
  readonly log?: string
  readonly event?: string
  readonly job?: string
  readonly id?: string
  readonly tries?: number
}

interface Cause {
  readonly write: (line: object, words: string) => void
  readonly line: object
  readonly words: string
  readonly ids: string[]
  count: number
}

export interface RepeatedErrors {
  /** Whether this line is a repeat, which is counted and not written. */
  holdBack(logger: Logger, args: Parameters<LogFn>, method: LogFn, level: number): boolean
  /** Writes what is counted, at the end of the process. */
  flush(): void
}

/**
 * An outage fails every call for one cause. Its first line is written whole; while it goes on, one short line a second says how
 * often it came again (security.md 7.4). Without this 490 refused calls wrote 1.3 MB, most of it the same two stacks.
 */
export function openRepeatedErrors(): RepeatedErrors {
  const causes = new Map<string, Cause & { timer: NodeJS.Timeout }>()

  const endWindow = (key: string) => {
    const cause = causes.get(key)
    if (!cause) return
    if (cause.count === 0) return void causes.delete(key)
    writeRepeats(cause)
    cause.timer = setTimeout(endWindow, WINDOW_MS, key).unref()
  }
  return {
    holdBack(logger, args, method, level) {
      const line = errorLine(args[0])
      if (level < WARN || !line) return false
      const words = typeof args[1] === 'string' ? args[1] : ''
      const known = causeOf(line, words, level)
      const key = causes.has(known) || causes.size < MAX_CAUSES ? known : 'others'
      const cause = causes.get(key)
      if (!cause) {
        const timer = setTimeout(endWindow, WINDOW_MS, key).unref()
        causes.set(key, { ...openCause(logger, line, words, method), timer })
        return false
      }
      cause.count++
      const id = line.id ?? requestOf(logger)
      if (id !== undefined && cause.ids.length < MAX_NAMED) cause.ids.push(id)
      return true
    },
    flush() {
      for (const cause of causes.values()) {
        clearTimeout(cause.timer)
        if (cause.count > 0) writeRepeats(cause)
      }
      causes.clear()
    },
  }
}

function openCause(logger: Logger, line: ErrorLine, words: string, method: LogFn): Cause {
  const { log, event, job } = line
  const { type, message, code } = safeError(line.err)
  return {
    write: (repeats, text) => method.call(logger, repeats, text),
    line: { log, event, job, error: { type, message, code } },
    words,
    ids: [],
    count: 0,
  }
}

function writeRepeats(cause: Cause): void {
  const named = cause.ids.splice(0)
  cause.write(
    { ...cause.line, again: cause.count, ...(named.length > 0 && { named }) },
    cause.words,
  )
  cause.count = 0
}

function errorLine(line: unknown): ErrorLine | undefined {
  if (line instanceof Error) return { err: line }
  return typeof line === 'object' && line !== null && 'err' in line ? line : undefined
}

/** A request's own logger knows its id. */
function requestOf(logger: Logger): string | undefined {
  const { reqId } = logger.bindings()
  return typeof reqId === 'string' ? reqId : undefined
}

const NUMBERS = /[\da-f]{8}-[\da-f-]{27}|\d+/gi

/** What failed, by what and where: ids and numbers in the words of an error make no other cause of it. */
function causeOf(line: ErrorLine, words: string, level: number): string {
  const said: (string | number | undefined)[] = [level, words, line.event, line.job, line.tries]
  let error = line.err
  for (let depth = 0; error instanceof Error && depth < 5; depth++) {
    const { code } = error as { code?: unknown }
    const place = /^\s+at .*$/m.exec(error.stack ?? '')?.[0]
    said.push(error.name, String(code ?? ''), error.message.replaceAll(NUMBERS, '#'), place)
    error = error.cause
  }
  return said.join('\n')
}
