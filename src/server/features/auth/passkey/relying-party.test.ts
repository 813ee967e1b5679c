import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { passkeys } from '#contract/user/passkeys.ts'
import { openWorld } from '#test/support/world.ts'
import { relyingParty } from '../../../auth/passkey/relying-party.ts'
import { describeHolder } from './own-passkeys.ts'

test('keys belong to the configured name, and this machine is called localhost', () => {
  const cases: [string, string | undefined, string?][] = [
    ['https://priyomka.example.com', 'priyomka.example.com', 'https://priyomka.example.com'],
    [
      'https://priyomka.example.com:8443/',
      'priyomka.example.com',
      'https://priyomka.example.com:8443',
    ],
    ['https://приёмка.рф', 'xn--e1aicckj2e.xn--p1ai'],
    ['http://127.0.0.1:8080', 'localhost', 'http://localhost:8080'],
    ['http://[::1]:8080', 'localhost', 'http://localhost:8080'],
    ['http://localhost:8080', 'localhost', 'http://localhost:8080'],
    ['https://10.0.0.5', undefined],
    ['https://[2001:db8::1]', undefined],
    ['http://priyomka.example.com', undefined],
  ]
  for (const [address, id, origin] of cases) {
    const party = relyingParty(address)
    if (id?.startsWith('xn--')) assert.match(party!.id, /^xn--.+\.xn--p1ai$/)
    else assert.equal(party?.id, id, address)
    if (origin) assert.equal(party?.origin, origin)
  }
})

test('a holder is named by its maker, else by the way to it', () => {
  const nameless = '00000000-0000-0000-0000-000000000000'
  const words = (transports: string[], synced = false, aaguid = nameless) =>
    describeHolder({ aaguid, transports, synced })
  assert.equal(words(['internal'], true, 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd'), 'Пароли Apple')
  assert.equal(words(['usb', 'nfc']), 'Аппаратный ключ')
  assert.equal(words(['internal', 'hybrid'], true), 'Менеджер паролей')
  assert.equal(words(['internal']), 'Встроен в устройство')
  assert.equal(words(['hybrid']), 'Телефон')
  assert.equal(words([]), 'Неизвестное устройство')
})

const world = await openWorld({ config: { publicUrl: 'https://10.0.0.5' } })
after(() => world.close())

test('at a bare IP address every call of keys says what is missing, and the list says that there is no address', async () => {
  const { nobody, own } = world
  const { api } = own.operator
  assert.deepEqual(await api.send(passkeys.getPasskeys), { address: null, passkeys: [] })
  const ticket = 'A'.repeat(43)
  const signed = { ticket, id: 'AA', client_data: 'AA', authenticator_data: 'AA', signature: 'AA' }
  const made = { ticket, id: 'AA', name: 'Ключ', client_data: 'AA', attestation: 'AA' }
  const refusals = [
    await api.refused(passkeys.beginPasskey),
    await api.refused(passkeys.addPasskey, { body: { ...made, transports: [] } }),
    await nobody.refused(passkeys.beginPasskeySignIn),
    await nobody.refused(passkeys.loginByPasskey, { body: { ...signed, user_handle: 'AA' } }),
  ]
  for (const { code, message } of refusals) {
    assert.equal(code, 'passkey.no-host')
    assert.match(message, /нужно имя сервера/)
  }
})
