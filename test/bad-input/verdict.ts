import assert from 'node:assert/strict'
import type { LightMyRequestResponse } from 'fastify'
import type { Call } from '#contract/core/call.ts'
import { refusals, type RefusalCode } from '#contract/core/refusals.ts'

export interface Refused {
  readonly code: RefusalCode
  readonly message: string
  readonly fields?: Readonly<Record<string, string>>
}

/** What a request of the wrong shape may be answered with. */
export const SHAPE_CODES: readonly string[] = [
  'common.validation',
  'common.bad-id',
  'common.number-range',
  'common.card-number',
  'filter.invalid',
]
// Longer than any declared sentence with its field messages; a hostile request must not grow the answer.
const MAX_ANSWER = 16 * 1024
const FOREIGN_WORDS =
  /\b(invalid|expected|required|unrecognized|received|must|error|undefined|null|column|relation)\b/i
const COMMON = /^(common|filter|module|access|approval)\.|^auth\.required$|^company\.suspended$/

/** The refusal of an answer; fails the test when the answer is not one that the call declares, in Russian. */
export function refusalOf(call: Call, answer: LightMyRequestResponse, told: string): Refused {
  const shown = `${told}\n→ ${answer.statusCode} ${answer.body.slice(0, 800)}`
  assert.ok(answer.statusCode >= 400, `not refused: ${shown}`)
  assert.notEqual(answer.statusCode, 500, shown)
  const body = answer.json<Refused>()
  const declared = refusals[body.code]
  assert.ok(declared, `unknown code: ${shown}`)
  assert.equal(answer.statusCode, declared[0], `status is not the code's: ${shown}`)
  const own = (call.refusals as readonly string[] | undefined)?.includes(body.code)
  assert.ok(own || COMMON.test(body.code), `the call does not declare the code: ${shown}`)
  assertRussian(body.message, shown)
  for (const [path, message] of Object.entries(body.fields ?? {})) {
    assert.ok(path.length <= 200, shown)
    assertRussian(message, shown)
  }
  assert.ok(answer.body.length <= MAX_ANSWER, `the answer grew with the request: ${shown}`)
  return body
}

function assertRussian(message: unknown, shown: string): void {
  assert.ok(typeof message === 'string' && message.length <= 500, `no short sentence: ${shown}`)
  assert.match(message, /[а-яё]{3}/i, `not Russian: ${shown}`)
  // An unknown key is repeated after the colon as it came.
  assert.doesNotMatch(message.split(': ')[0]!, FOREIGN_WORDS, `English words: ${shown}`)
}

/** The same for a request that the schemas forbid; the complaint is at the spoilt place or around it. */
export function wrongShape(call: Call, answer: LightMyRequestResponse, told: string): Refused {
  const refused = refusalOf(call, answer, told)
  assert.equal(answer.statusCode, 400, `${told}\n→ ${answer.body.slice(0, 800)}`)
  assert.ok(SHAPE_CODES.includes(refused.code), `${told}\n→ ${answer.body.slice(0, 800)}`)
  assert.ok(
    Object.keys(refused.fields ?? {}).length > 0,
    `no field is named: ${told}\n→ ${answer.body}`,
  )
  return refused
}
