import assert from 'node:assert/strict'
import { files, type FileParams } from '#contract/file/file.ts'
import type { File } from '#contract/file/file-entities.ts'
import { paymentReview } from '#contract/payment/review.ts'
import { approval } from '../../support/approve.ts'
import type { Person } from '../../support/world.ts'
import { jpeg } from '../pictures.ts'

/** A picture of the bank's letter, attached to a payment; its id. */
export const letterOf = (person: Person, paymentId: string): Promise<string> =>
  savePicture(person, { entity: 'payment', entity_id: paymentId, kind: 'other' })

/** A stored picture of one colour; its id. */
export async function savePicture(
  person: Person,
  params: FileParams,
  colour?: string,
): Promise<string> {
  const answer = await person.api.raw({
    method: 'POST',
    url: `${files.save.path}?params=${encodeURIComponent(JSON.stringify(params))}`,
    headers: { 'content-type': 'image/jpeg' },
    payload: await jpeg(colour),
  })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json<File>().id
}

/** What the letter says of a payment: how much went and by how many payouts; nothing of that: it was not executed. */
export interface Told {
  readonly paid_kop?: number
  readonly paid_count?: number
  readonly proof_file_id?: string
}

const NOTE = 'Письмо банка № 17 от 28.11.2026, ответил Петров'

export const resolving = (id: string, told: Told) => ({ body: { id, note: NOTE, ...told } })

/** Begun by one person, confirmed by the PIN of another. */
export async function decideByTwo(by: readonly [Person, Person], id: string, told: Told) {
  const input = resolving(id, told)
  const asked = await by[0].api.refused(paymentReview.resolveUnknown, input)
  const pin = await approval(by[0], asked, by[1])
  return by[0].api.send(paymentReview.resolveUnknown, input, pin)
}
