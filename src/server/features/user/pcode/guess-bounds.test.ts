import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { userAccess } from '#contract/user/user-access.ts'
import { apiOf } from '#test/support/api.ts'
import { addPerson, openWorld, signIn, type Person } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, services, app } = world
const { q } = services

/** A company of thirty, all of them at the one address of the yard. */
const people: Person[] = [own.operator, own.manager]
for (let n = people.length; n < 30; n++)
  people.push(await addPerson(app, services, own.id, `yard-${n}`, 'USER', ['OPERATOR']))

beforeEach(() => q.deleteFrom('login_attempt').execute())

let next = 100_000
/** Numbers of nobody, never twice; the answer's code. */
async function guess({ api }: Pick<Person, 'api'>): Promise<string> {
  const taken = new Set(people.map(({ pcode }) => pcode))
  do next += 7
  while (taken.has(String(next)))
  const answer = await api.refused(userAccess.checkPCode, { body: { pcode: String(next) } })
  return answer.code
}

/** Guesses until the keypad is locked; how many were compared. */
async function guessAll(person: Pick<Person, 'api'>): Promise<number> {
  for (let compared = 0; ; compared++) if ((await guess(person)) !== 'pcode.wrong') return compared
}

/** A quarter of an hour passes for what is counted, within one day. */
const waitQuarter = () =>
  sql`update login_attempt set window_start = window_start - interval '15 minutes',
    locked_until = locked_until - interval '15 minutes'`.execute(q)

test('whoever guesses is held, and at the same address everybody else goes on', async () => {
  const [guesser, ...others] = people
  assert.equal(await guessAll(guesser!), 5)
  for (const person of others.slice(0, 3)) {
    const found = await person.api.send(userAccess.checkPCode, {
      body: { pcode: own.manager.pcode },
    })
    assert.equal(found.user.id, own.manager.id)
  }
  // Nor does another sign-in of the guesser help: the person is held.
  const again = { api: apiOf(app, await signIn(services, guesser!.id)) }
  assert.equal(await guess(again), 'pcode.locked')
})

test('one session over a company of thirty compares fifteen numbers an hour and a day, whatever it waits', async () => {
  const guesser = people[5]!
  let compared = 0
  for (let quarter = 0; quarter < 8; quarter++) {
    compared += await guessAll(guesser)
    if (quarter === 3) assert.equal(compared, 15, 'in an hour')
    await waitQuarter()
  }
  assert.equal(compared, 15)
})

test('thirty sessions of thirty people at one address compare thirty numbers in a quarter of an hour', async () => {
  let compared = 0
  for (const person of people) compared += await guessAll(person)
  assert.equal(compared, 30)
  assert.equal(await guess(people.at(-1)!), 'pcode.locked')
})
