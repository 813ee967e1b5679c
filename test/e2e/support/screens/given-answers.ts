import type { Call, CallResult, SendInput } from '#contract/core/call.ts'
import { live } from '#contract/core/live.ts'
import { refusals, type RefusalCode } from '#contract/core/refusals.ts'
import { auth } from '#contract/user/auth.ts'
import { userPreferences } from '#contract/user/user-preferences.ts'
import * as z from 'zod/mini'

/** What a screen sent, as it came: the address's values are texts. */
interface Sent<C extends Call> {
  readonly query: URLSearchParams
  readonly body: SendInput<C> extends { body: infer Body } ? Body : undefined
}

interface Refusal {
  readonly refusal: RefusalCode
  readonly fields?: Readonly<Record<string, string>>
}

type Told<C extends Call> = CallResult<C> | Refusal

interface Given {
  readonly status: number
  readonly json: unknown
}

/** Says no to a call with a declared code; `fields` are the reasons at single fields. */
export const refused = (refusal: RefusalCode, fields?: Refusal['fields']): Refusal => ({
  refusal,
  ...(fields && { fields }),
})

/** What a journey answers to its screens: typed by the contract, and held against the call's schema when it is sent. */
export class GivenAnswers {
  private readonly answers = new Map<
    Call,
    (sent: { query: URLSearchParams; body: unknown }) => unknown
  >()
  private readonly sent: { call: Call; body: unknown }[] = []
  private readonly passed = new Set<Call>()
  private readonly tell: (problem: string) => void

  constructor(tell: (problem: string) => void) {
    this.tell = tell
    // What every open screen sends by itself.
    this.give(live.noteReader, { others: [] })
    this.give(auth.logout, { ok: true })
    this.give(userPreferences.updatePreference, ({ body }) => ({ ...body, version: 1 }))
  }

  /** One answer for every time that the call is sent, or a function of what was sent. */
  give<C extends Call>(call: C, answer: Told<C> | ((sent: Sent<C>) => Told<C>)): void {
    const answerTo = typeof answer === 'function' ? answer : () => answer
    this.answers.set(call, answerTo as (sent: object) => Told<C>)
  }

  /** What a screen sends to these goes to the product: where the server's own answer decides what the screen does next. */
  letThrough(...calls: Call[]): void {
    for (const call of calls) this.passed.add(call)
  }

  isLetThrough = (call: Call): boolean => this.passed.has(call)

  /** The bodies that screens have sent to a call so far. */
  sentTo<C extends Call>(call: C): Sent<C>['body'][] {
    return this.sent.filter((one) => one.call === call).map(({ body }) => body as Sent<C>['body'])
  }

  answerOf(call: Call, url: string, bytes: Uint8Array): Given | undefined {
    const answerTo = this.answers.get(call)
    if (!answerTo) return undefined
    const { searchParams: query } = new URL(url, 'http://screen')
    const body =
      bytes.length > 0 ? (JSON.parse(Buffer.from(bytes).toString()) as unknown) : undefined
    this.sent.push({ call, body })
    const json = answerTo({ query, body })
    if (isRefusal(json)) return refusalOf(json)
    const held = typeof call.result === 'string' ? undefined : z.safeParse(call.result, json)
    if (held && !held.success)
      this.tell(
        `the answer of ${call.path} is not the declared one: ${z.prettifyError(held.error)}`,
      )
    return { status: 200, json }
  }
}

const isRefusal = (answer: unknown): answer is Refusal =>
  typeof answer === 'object' && answer !== null && 'refusal' in answer

function refusalOf({ refusal, fields }: Refusal): Given {
  const [status, message] = refusals[refusal]
  return { status, json: { code: refusal, message, ...(fields && { fields }) } }
}
