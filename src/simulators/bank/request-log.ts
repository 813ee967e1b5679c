import type { IncomingHttpHeaders } from 'node:http'

/** One received call; `fault` and `status` are filled while it is answered. */
export type LoggedRequest = {
  n: number
  at: string
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
  fault: string | null
  status: number | null
}

// A crash test makes a few thousand calls; older ones are dropped.
const MAX_ENTRIES = 20_000

/** The last calls in memory, with card numbers and credentials masked before they are kept. */
export function openRequestLog(now: () => number) {
  let entries: LoggedRequest[] = []
  let n = 0
  return {
    add(call: {
      method: string
      path: string
      headers: IncomingHttpHeaders
      body: string
    }): LoggedRequest {
      n += 1
      const headers = {
        ...call.headers,
        ...(call.headers.authorization && { authorization: '***' }),
      }
      const entry: LoggedRequest = {
        n,
        at: new Date(now()).toISOString(),
        method: call.method,
        path: maskCards(call.path),
        headers,
        body: maskCards(call.body),
        fault: null,
        status: null,
      }
      entries.push(entry)
      if (entries.length > MAX_ENTRIES + 1000) entries = entries.slice(-MAX_ENTRIES)
      return entry
    },
    /** Calls with a greater number, oldest first. */
    since: (after: number) => entries.filter((entry) => entry.n > after),
    clear(): void {
      entries = []
      n = 0
    },
  }
}

/** Replaces every run of 13 to 19 digits that passes Luhn by its last four. */
export function maskCards(text: string): string {
  return text.replace(/(?<!\d)\d{13,19}(?!\d)/g, (run) =>
    passesLuhn(run) ? `****${run.slice(-4)}` : run,
  )
}

/** The check digit rule of card numbers. */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits.at(-1 - place))
    const doubled = digit * (place % 2 === 0 ? 1 : 2)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
