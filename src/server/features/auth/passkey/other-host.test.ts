import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { auth } from '#contract/user/auth.ts'
import { passkeys } from '#contract/user/passkeys.ts'
import { user } from '#contract/user/user.ts'
import { makeDevice } from '#test/passkey-device.ts'
import { addPerson, openWorld, worldPassword as password } from '#test/support/world.ts'
import { warnOfOtherHost } from './other-host.ts'

const world = await openWorld()
after(() => world.close())
const { app, services, nobody, supervisor } = world
const { q } = services

const chief = await addPerson(app, services, null, 'chief', 'SUPERVISOR', [])
const begun = await chief.api.send(passkeys.beginPasskey)
const made = { ...makeDevice().create(begun, {}), ticket: begun.ticket, name: 'Ключ' }
await chief.api.send(passkeys.addPasskey, { body: made })
/** As an installation that asks super administrators for a second factor. */
const strict = { ...services, config: { ...services.config, secondFactor: 'super' as const } }
const told = async () =>
  (await supervisor.api.send(user.getNotices)).items
    .filter(({ title }) => title.startsWith('Адрес сервера сменился'))
    .map(({ title, href }) => `${title} ${href}`)
const setHost = (host: string | null) =>
  q.updateTable('passkey').set({ host }).where('user_id', '=', chief.id).execute()
const hostNow = async () =>
  (await q.selectFrom('passkey').where('user_id', '=', chief.id).select('host').execute())[0]!.host

test('a key remembers its host; one of before gets the host of the first start', async () => {
  const host = await hostNow()
  assert.equal(host, 'localhost')
  await setHost(null)
  await warnOfOtherHost(services)
  assert.equal(await hostNow(), host)
  await warnOfOtherHost(strict)
  assert.deepEqual(await told(), [])
})

test('a start under another host tells who of the super administrators cannot enter, once', async () => {
  await setHost('old.example.ru')
  await warnOfOtherHost(services)
  assert.deepEqual(await told(), [], 'the password is enough where no second factor is required')
  await warnOfOtherHost(strict)
  await warnOfOtherHost(strict)
  assert.deepEqual(await told(), [
    'Адрес сервера сменился, и войти не могут: chief. Удалите их ключи входа /super/accounts',
  ])
})

test('the password alone stays closed, and says why no key helps', async () => {
  Object.assign(services.config, { secondFactor: 'super' as const })
  const body = { login: 'chief', password }
  await setHost('old.example.ru')
  const refused = await nobody.refused(auth.login, { body })
  assert.equal(refused.code, 'auth.key-required')
  assert.match(refused.message, /сделаны для адреса old\.example\.ru и здесь не действуют/)
  await setHost('localhost')
  const usual = await nobody.refused(auth.login, { body })
  assert.match(usual.message, /войдите по ключу/)
})
