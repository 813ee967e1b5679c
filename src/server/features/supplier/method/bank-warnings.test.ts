import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BodyInput } from '#contract/core/call.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { addSupplier, type TestSupplier } from '#test/builders/builders.ts'
import { addTrainingBank } from '#test/builders/payouts.ts'
import { openWorld } from '#test/support/world.ts'
import { storeShippedDirectory } from '../../bank/bik/shipped-directory.ts'

const world = await openWorld()
after(() => world.close())
const { own, other } = world
const { q } = own.db
const api = own.operator.api
// Of the shipped directory; the account keeps its key with this БИК.
const TBANK = '044525974'
const ACCOUNT = '40817810900000000017'

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
type MethodFields = Without<BodyInput<typeof supplier.createMethod>, 'supplierId' | 'holder_name'>

let who: TestSupplier
before(async () => {
  await storeShippedDirectory(world.services)
  await q
    .insertInto('sbp_bank')
    .values([
      { bank_id: '1', name: 'ТБанк', bic: TBANK },
      { bank_id: '2', name: 'Неведомый', bic: '044525001' },
      { bank_id: '3', name: 'Ушедший', bic: null, refreshed_at: '2026-01-08T12:00:00Z' },
    ])
    .execute()
  const card_config_id = await addTrainingBank(own)
  who = await addSupplier(own)
  const whose = { supplierId: who.id, holder_name: who.name }
  const add = (fields: MethodFields) =>
    api.send(supplier.createMethod, { body: { ...whose, ...fields } })
  await add({ kind: 'account', account: ACCOUNT, bik: TBANK, title: 'счёт' })
  for (const [n, title] of ['ТБанк', 'неведомый', 'ушедший'].entries())
    await add({
      kind: 'sbp',
      sbp_phone: `+7926000000${n}`,
      sbp_bank_id: String(n + 1),
      title,
    })
  await add({
    kind: 'card',
    card_token: 'tok-1',
    card_last4: '9001',
    card_config_id,
    title: 'карта',
  })
})

async function warnings(): Promise<Record<string, string | null>> {
  const { methods } = await api.send(supplier.get, { query: { id: who.id } })
  return Object.fromEntries(methods.map(({ title, bank_warning }) => [title, bank_warning]))
}

test('methods of working banks have no warning; one of a bank that left СБП has', async () => {
  assert.deepEqual(await warnings(), {
    счёт: null,
    ТБанк: null,
    неведомый: null,
    ушедший: 'Банка нет в справочнике СБП с 09.01.2026. Уточните реквизиты',
    карта: null,
  })
})

test('a method of a closed bank has a warning, by account or СБП, until it is archived', async () => {
  await q.updateTable('bik_bank').set({ left_on: '2026-02-03' }).where('bik', '=', TBANK).execute()
  const closed = 'Банк закрыт: его нет в справочнике Банка России с 03.02.2026. Уточните реквизиты'
  const shown = await warnings()
  assert.deepEqual([shown['счёт'], shown['ТБанк']], [closed, closed])
  await q
    .updateTable('payment_method')
    .set({ status: 'archived', is_default: false })
    .where('title', '=', 'счёт')
    .execute()
  assert.equal((await warnings())['счёт'], null)
})

test('another company gets no warnings of our methods', async () => {
  const query = { id: who.id }
  const answer = await other.operator.api.refused(supplier.get, { query })
  assert.equal(answer.code, 'common.not-found')
})
