import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { bank } from '#contract/bank/bank.ts'
import { isComparedNightly } from '#contract/bank/bank-providers.ts'
import { bankSetUp } from '#contract/bank/bank-set-up.ts'
import { providerCodes } from '#contract/bank/bank-providers.ts'
import { company } from '#contract/company/company.ts'
import { openWorld } from '#test/support/world.ts'
import { addressesOf, allowedAddress } from './address.ts'
import {
  bankProviders,
  apiProviders,
  fileProviderOf,
  isApiProvider,
  providerOf,
  reasonsOf,
} from './all.ts'
import { openBank } from './open-bank.ts'
import { fieldsOf } from './provider.ts'

// The simulator is never asked here: a client that is opened sends nothing.
const SIMULATOR = 'http://127.0.0.1:9/v3/'
const world = await openWorld({ config: { sandboxUrl: SIMULATOR } })
after(() => world.close())
const { own, supervisor } = world
const rules = readFileSync('docs/payments.md', 'utf8')

const simulators = apiProviders.filter(({ training }) => training)

const link = (adapter: string, more: object = {}) => ({
  id: randomUUID(),
  adapter,
  baseUrl: null,
  credentials: null,
  account: null,
  ...more,
})

test('the codes of the providers are those that the database accepts', async () => {
  assert.deepEqual(
    bankProviders.map(({ code }) => code),
    providerCodes,
  )
  const { rows } = await sql<{ check: string }>`select pg_get_constraintdef(oid) as check
    from pg_constraint where conname = 'bank_adapter_check'`.execute(own.db.q)
  const taken = [...rows[0]!.check.matchAll(/'(\w+)'::text/g)].map(([, code]) => code!)
  const cure = 'Write the migration that the recipe of a bank has as step 2'
  assert.deepEqual(taken.toSorted(), providerCodes.toSorted(), cure)
})

test('each provider has its own test and a row in payments.md 4', () => {
  // A simulator speaks the dialect of another provider, which has the test.
  for (const { code, training } of bankProviders) {
    const name = code.replaceAll('_', '-')
    assert.ok(
      training || existsSync(path.join(import.meta.dirname, name, `${name}.test.ts`)),
      `providers/${name}/${name}.test.ts is missing`,
    )
  }
  const table = rules.slice(rules.indexOf('## 4. '), rules.indexOf('### 4.1 ')).split('\n')
  for (const provider of bankProviders) {
    const row = table.find((line) => line.split('|')[1]?.includes(`\`${provider.code}\``))
    assert.ok(row, `docs/payments.md 4 has no row of ${provider.code}`)
  }
})

for (const provider of apiProviders)
  test(`${provider.code} has the parts that the worker needs, within their bounds`, () => {
    // Four hours are kept back for a request under way (payments.md 3.5): a shorter life would never let a send be repeated.
    assert.ok(provider.keyLifetimeHours > 4)
    assert.ok(provider.methods.length > 0)
    assert.ok(provider.limits.min_kop <= provider.limits.per_payment_kop)
    for (const kop of Object.values(provider.leastKop ?? {}))
      assert.ok(kop >= provider.limits.min_kop && kop <= provider.limits.per_payment_kop)
    // Without either another payer's keys could be put under payments that are on their way.
    if (provider.payerKey === null) assert.ok(provider.payerAccount)
    else assert.ok(provider.credentials.includes(provider.payerKey))
    for (const [code, { text, advice }] of Object.entries(provider.reasons)) {
      assert.ok(code.length <= 60 && text.length <= 200, code)
      for (const words of [text, advice]) assert.match(words, /^[А-ЯЁ].*[^.\s]$/u, code)
    }
  })

test('each field of a provider can be drawn by a form, and the super alone reads them', async () => {
  const described = await supervisor.api.send(bankSetUp.getProviders)
  assert.deepEqual(
    described.map(({ code, by_file: byFile }) => [code, byFile]),
    bankProviders.map(({ code, byFile }) => [code, byFile]),
  )
  for (const { code, fields, methods, addresses } of described) {
    const provider = providerOf(code)
    assert.deepEqual(
      fields.map(({ name }) => name),
      fieldsOf(provider.fields).map(([name]) => name),
    )
    assert.deepEqual([methods, addresses], [provider.methods, addressesOf(own.db, code)])
    for (const { name, label, hint, kind, needed, choices } of fields) {
      for (const words of [label, hint ?? 'Нет']) assert.match(words, /^[А-ЯЁ].*[^.\s]$/u, name)
      assert.equal(kind === 'choice', choices.length > 0, name)
      // A simulator opens with public keys, so none of its own is needed.
      assert.equal(needed, !provider.training && provider.credentials.includes(name), name)
    }
  }
  const refused = await own.manager.api.refused(bankSetUp.getProviders)
  assert.equal(refused.code, 'access.denied')
})

test('a provider is compared each night or proven by its statements, as screens say', () => {
  for (const provider of apiProviders)
    assert.equal(
      provider.comparedAtOnce !== undefined,
      isComparedNightly(provider.code),
      provider.code,
    )
})

test('a provider outside a demo has a built-in address, and it is of https', () => {
  for (const provider of apiProviders) {
    const addresses = provider.addresses({ sandboxUrl: undefined })
    assert.equal(
      addresses.length === 0,
      provider.training || provider.ownAddress === true,
      provider.code,
    )
    for (const address of addresses) assert.match(address, /^https:\/\/[^?#\s]+[^/?#\s]$/)
  }
})

/** Where no bank is asked although each has an address of its own: no proof of its name, or a way into a network. */
const NOT_PUBLIC = [
  'http://edi.bank.ru/direct',
  'https://localhost/direct',
  'https://127.0.0.1/direct',
  'https://[::1]/direct',
  'https://2130706433/direct',
  'https://bank/direct',
  'https://bank.local/direct',
  'https://user@edi.bank.ru/direct',
  'https://edi.bank.ru/direct?to=x',
  'ftp://edi.bank.ru/direct',
]

test('a bank opens with all of its keys, at an address of its list, and not otherwise', () => {
  for (const provider of apiProviders.filter(({ training }) => !training)) {
    const isOwn = provider.ownAddress === true
    const [address = 'https://edi.bank.ru/direct'] = provider.addresses({ sandboxUrl: undefined })
    const id = randomUUID()
    const keys = Object.fromEntries(provider.credentials.map((name) => [name, 'key']))
    const opened = (stored: object, baseUrl: string | null) =>
      openBank(own.db, link(provider.code, { id, baseUrl, credentials: encrypted(id, stored) }))
    const byDefault = opened(keys, isOwn ? address : null)
    assert.equal(byDefault?.keyLifetimeHours, provider.keyLifetimeHours)
    assert.ok(opened(keys, address))
    const places = isOwn ? NOT_PUBLIC : ['https://evil.example/v3', `${address}.example`]
    for (const foreign of [...places, SIMULATOR])
      assert.equal(opened(keys, foreign), undefined, foreign)
    for (const name of provider.credentials)
      assert.equal(opened({ ...keys, [name]: undefined }, isOwn ? address : null), undefined, name)
    assert.equal(openBank(own.db, link(provider.code)), undefined)
  }
})

function encrypted(id: string, keys: object): Buffer {
  const place = { companyId: own.id, table: 'bank_config', id, field: 'credentials' }
  return own.db.services.seal.close(place, JSON.stringify(keys))
}

test('a simulator opens only at the address of this start, with its public keys', () => {
  for (const { code } of simulators) {
    assert.ok(openBank(own.db, link(code, { baseUrl: 'http://127.0.0.1:7/v3' })))
    assert.equal(allowedAddress(own.db, code, SIMULATOR), SIMULATOR.slice(0, -1))
    const outside = {
      ...own.db,
      services: {
        ...own.db.services,
        config: { ...own.db.services.config, sandboxUrl: undefined },
      },
    }
    assert.equal(openBank(outside, link(code)), undefined)
  }
})

test('a provider without calls is recorded and never opened', async () => {
  for (const provider of bankProviders.filter((each) => !isApiProvider(each))) {
    const { code, title } = provider
    const made = await supervisor.api.send(bank.create, {
      body: { code: code.replace('_', '-'), name: title, bik: '044525225', adapter: code },
    })
    assert.deepEqual([made.adapter, made.methods], [code, provider.methods])
    assert.equal(openBank(own.db, link(code, { credentials: encrypted('x', {}) })), undefined)
    assert.equal(reasonsOf(code), fileProviderOf(code)!.reasons)
  }
})

test('an agreement begins with the limits of its provider', async () => {
  for (const provider of apiProviders) {
    const made = await supervisor.api.send(bank.create, {
      body: {
        code: `l-${provider.code}`,
        name: provider.title,
        bik: '044525225',
        adapter: provider.code,
      },
    })
    const config = await supervisor.api.send(company.addBankConfig, {
      body: {
        companyId: own.id,
        bank_id: made.id,
        title: 'Выплаты',
        ...(provider.payerAccount && { account: '40702810200000000001' }),
      },
    })
    assert.deepEqual(
      [config.limits, config.methods, config.training],
      [provider.limits, provider.methods, provider.training],
    )
  }
})

test('an unknown code is no provider, not even a name that every object inherits', () => {
  for (const code of ['', 'constructor', '__proto__', 'nobank'])
    assert.throws(() => providerOf(code), /no bank provider/)
})
