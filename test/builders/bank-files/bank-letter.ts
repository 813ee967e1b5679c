import assert from 'node:assert/strict'
import { files } from '#contract/file/file.ts'
import type { File } from '#contract/file/file-entities.ts'
import type { Person } from '../../support/world.ts'
import { jpeg } from '../pictures.ts'

/** A picture of the bank's letter, attached to a payment; its id. */
export async function letterOf(person: Person, paymentId: string): Promise<string> {
  const params = JSON.stringify({ entity: 'payment', entity_id: paymentId, kind: 'other' })
  const answer = await person.api.raw({
    method: 'POST',
    url: `${files.save.path}?params=${encodeURIComponent(params)}`,
    headers: { 'content-type': 'image/jpeg' },
    payload: await jpeg(),
  })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json<File>().id
}
