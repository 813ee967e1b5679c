import type { Call, Schema } from '#contract/core/call.ts'
import { allCalls, type NamedCall } from '#contract/calls.ts'
import { routes } from '#server/routes.ts'
import { jpeg } from '#test/builders/pictures.ts'
import { exampleOf } from '../example.ts'
import { officeSamples } from './samples-office.ts'
import { platformSamples } from './samples-platform.ts'
import { tradeSamples } from './samples-trade.ts'
import type { Stock } from '../stock.ts'

/** The parts of a request as a client writes them down, before they are put on the wire. */
export interface Input {
  readonly params?: Record<string, unknown>
  readonly query?: Record<string, unknown>
  readonly body?: unknown
  /** What a call of files is given; the picture when it is left out. */
  readonly file?: Uint8Array
}

/** A good request: every bad one differs from it in one place, so that only this place can be refused. */
export interface Sample extends NamedCall {
  readonly input: Input
}

const built = new Set(routes.map((route) => route.call))
// SUPERVISOR's changes come last: a suspended company answers nothing else any more.
const isSweeping = ({ call }: NamedCall) => call.access === 'super' && call.method !== 'GET'
/** The targets of the sweeps: every declared call. */
export const builtCalls = allCalls
  .filter(({ call }) => built.has(call))
  .toSorted((a, b) => Number(isSweeping(a)) - Number(isSweeping(b)))

export const picture = await jpeg('#507050')

/** At least one good request of each built call over one company's rows. */
export function samplesOf(stock: Stock): Sample[] {
  const written: Record<string, readonly Input[]> = {
    ...officeSamples(stock),
    ...tradeSamples(stock),
    ...platformSamples(stock),
  }
  return builtCalls.flatMap(({ key, call }) =>
    (written[key] ?? plainSamples(call, stock)).map((input) => ({ key, call, input })),
  )
}

/** What needs no thought: calls without input, and lists, once bare and once with every key of their filter. */
function plainSamples(call: Call, stock: Stock): Input[] {
  const full: Input = Object.fromEntries(
    (['params', 'query', 'body'] as const)
      .filter((part) => call[part] !== undefined && typeof call[part] !== 'string')
      .map((part) => [part, exampleOf(call[part] as Schema, stock)]),
  )
  return call.query && call.query.safeParse({}).success ? [{ ...full, query: {} }, full] : [full]
}
