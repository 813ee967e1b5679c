import { CallError } from '../state/call-error.ts'
import { watchSilence } from '../state/connection.ts'
import { markRoute, type Route } from './route-table.ts'

/** Reading a plate takes up to four seconds (devices.md 6.2): if an agent needs more, the server is asked too. */
const DIRECT_MS = 6000

interface TwoWays {
  readonly direct: Route
  /** Asks the agent. */
  readonly straight: (signal: AbortSignal) => Promise<unknown>
  /** Asks our server. */
  readonly askServer: (signal: AbortSignal) => Promise<unknown>
}

/** A call that goes to an agent, and to our server where the agent does not answer it. */
export async function askDirectly(ways: TwoWays, given: AbortSignal | undefined): Promise<unknown> {
  const endWatch = watchSilence('agent')
  const stop = new AbortController()
  try {
    return await askEither(ways, AbortSignal.any([stop.signal, ...(given ? [given] : [])]))
  } finally {
    endWatch()
    // Where both were asked, one still holds a connection and would be waited for on the screen.
    stop.abort()
  }
}

async function askEither(ways: TwoWays, signal: AbortSignal): Promise<unknown> {
  const straight = ways.straight(signal)
  try {
    const first = await Promise.race([straight, silence(DIRECT_MS)])
    if (first !== SILENT) return first
  } catch (error) {
    if (signal.aborted || isOfDevices(error)) throw error
    noteRouteFailure(ways.direct, error)
    return ways.askServer(signal)
  }
  // The request has no timeout: the agent may still answer, and the first answer is used.
  markRoute(ways.direct.url, true)
  const relayed = ways.askServer(signal)
  const late = straight.catch((error: unknown) => {
    if (isOfDevices(error)) return error
    throw error
  })
  const answered = await Promise.any([late, relayed]).catch(() => relayed)
  if (answered instanceof CallError) throw answered
  return answered
}

const SILENT = Symbol('silent')
const silence = (ms: number) =>
  new Promise<typeof SILENT>((resolve) => setTimeout(() => resolve(SILENT), ms))

/** A device error of an agent is final, since the server would report the same; after any other error the server is asked. */
export const isOfDevices = (error: unknown): error is CallError =>
  error instanceof CallError && error.code?.startsWith('device.') === true

/** No answer, an answer of another program, or a token that the agent does not know; a post of another site is none of these. */
export function noteRouteFailure({ url }: Route, error: unknown) {
  const known = error instanceof CallError && error.code !== undefined && error.status !== 401
  if (!known) markRoute(url, true)
}
