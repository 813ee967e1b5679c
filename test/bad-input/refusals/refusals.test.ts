import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ground } from './refused-ground.ts'
import { takingOneOf, gathering, tell } from '../walk.ts'
import { defOf, placesOf, putAt } from '../places.ts'
import { refusalOf } from '../verdict.ts'
import { fitsShape } from '../wire.ts'
import { sweepSize } from '#test/support/sweep-size.ts'

// Each of these leaves the ground as it was.
import './shapes.ts'
import './raw.ts'
import './nul.ts'
import './doors.ts'

after(() => ground.close())

/** Words that every object inherits: a table asked by one without care answers with a function. */
const WORDS = ['toString', 'constructor', '__proto__', 'toString,desc,1,2']
const isSent = takingOneOf(sweepSize(7, 1))

// The last: some of the words are good texts, and are saved.
test('a word that every object inherits is an answer or a declared refusal at every text of every call', async () => {
  const { check, end } = gathering()
  let sent = 0
  for (const sample of ground.samples.filter(({ key }) => key !== 'auth.logout'))
    for (const place of placesOf(sample).filter(({ schema }) => defOf(schema).type === 'string'))
      for (const word of WORDS) {
        const input = putAt(sample.input, place.path, word)
        const isCursor = place.path.at(-1) === 'after'
        if (!fitsShape(sample.call, input) || !(isCursor || isSent())) continue
        await check(async () => {
          const answer = await ground.send(sample.call, input)
          sent++
          const told = tell(sample, { [place.path.join('.')]: word })
          if (answer.statusCode !== 200) refusalOf(sample.call, answer, told)
        })
      }
  end()
  assert.ok(sent > 100, `only ${sent} requests`)
})
