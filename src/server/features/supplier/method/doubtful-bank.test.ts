import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { supplier } from '#contract/supplier/supplier.ts'
import { accountProblem } from '#contract/requisites/account.ts'
import { addSupplier, type TestSupplier } from '#test/builders/builders.ts'
import { methodAt, methodHands } from '#test/builders/method-forms.ts'
import { approval } from '#test/support/approve.ts'
import { openWorld } from '#test/support/world.ts'
import { oldDirectoryWarning } from '../../bank/bik/directory-day.ts'
import { storeShippedDirectory } from '../../bank/bik/shipped-directory.ts'

const world = await openWorld()
after(() => world.close())
const { own } = world
const { api, create, cardOf } = methodHands(own)
// Opened after the shipped directory of 30.06.2022, and closed after it.
const YOUNG = '044525104'
const GONE = '044525985'
const SBER = '044525225'

let who: TestSupplier
before(async () => {
  await storeShippedDirectory(world.services)
  who = await addSupplier(own)
})

let made = 0
function accountAt(bik: string): string {
  const tail = String(++made).padStart(11, '0')
  const keys = Array.from({ length: 10 }, (_, key) => `40817810${key}${tail}`)
  return keys.find((one) => accountProblem(one, bik) === undefined)!
}
const methodOf = (
  bik: string,
  more: { bank_name?: string; corr_account?: string; holder_name?: string } = {},
) =>
  create({
    supplierId: who.id,
    kind: 'account',
    holder_name: who.name,
    account: accountAt(bik),
    bik,
    ...more,
  })
const step = (id: string, words: { bank_reason?: string; reason?: string } = {}) => ({
  query: methodAt(who, id),
  body: { new_status: 'active' as const, ...words },
})
const methodIn = async (id: string) => (await cardOf(who)).methods.find((one) => one.id === id)!

test('a method of a bank that the directory does not know is activated only by a word, which is kept', async () => {
  const { id } = await methodOf(YOUNG, {
    bank_name: 'ООО «Банк Точка»',
    corr_account: '30101810745374525104',
  })
  const refused = await api.refused(supplier.setMethodStatus, step(id))
  assert.equal(refused.code, 'method.bank-doubtful')
  assert.match(refused.message, /044525104 нет в справочнике.*30\.06\.2022/)
  const forHolder = await api.refused(supplier.setMethodStatus, step(id, { reason: 'просил сам' }))
  assert.equal(forHolder.code, 'method.bank-doubtful', 'a word about the holder says nothing of it')
  const bank_reason = 'Реквизиты с сайта банка'
  const done = await api.send(supplier.setMethodStatus, step(id, { bank_reason }))
  assert.deepEqual(
    [done.status, done.bank_name, done.corr_account],
    ['active', 'ООО «Банк Точка»', '30101810745374525104'],
  )
  const event = await own.db.q
    .selectFrom('audit_event')
    .where('entity_id', '=', id)
    .where('action', '=', 'method.status')
    .select('after')
    .executeTakeFirstOrThrow()
  assert.match(JSON.stringify(event.after), /Реквизиты с сайта банка/)
})

test('who confirms another holder reads the word about the bank too, and another word asks again', async () => {
  const { id } = await methodOf(YOUNG, {
    bank_name: 'ООО «Банк Точка»',
    corr_account: '30101810745374525104',
    holder_name: 'Кузнецова Анна',
  })
  const words = { reason: 'жена по доверенности', bank_reason: 'Реквизиты с сайта банка' }
  const asked = await api.refused(supplier.setMethodStatus, step(id, words))
  const note = 'жена по доверенности. О банке: Реквизиты с сайта банка'
  assert.equal(asked.approval?.about?.note, note)
  const token = await approval(own.operator, asked, own.manager)
  const other = step(id, { ...words, bank_reason: 'Со слов поставщика' })
  const again = await api.refused(supplier.setMethodStatus, other, token)
  assert.equal(again.code, 'approval.required')
})

test('a bank that the directory knows is activated without one, and the old directory is told beside it', async () => {
  const { id } = await methodOf(SBER)
  assert.equal((await api.send(supplier.setMethodStatus, step(id))).status, 'active')
  const { bank_warning, directory_warning } = await methodIn(id)
  assert.equal(bank_warning, null)
  assert.match(directory_warning!, /^Справочник БИК на 30\.06\.2022, ему \d{4} дн/)
})

test('a bank that closed is warned of: by the old directory that it may have, by a present one that it has', async () => {
  const { id } = await methodOf(GONE)
  assert.match((await methodIn(id)).directory_warning!, /закрытых банков он не знает/)
  await own.db.q
    .updateTable('bik_bank')
    .set({ left_on: '2025-01-01' })
    .where('bik', '=', GONE)
    .execute()
  assert.match((await methodIn(id)).bank_warning!, /Банк закрыт: его нет в справочнике/)
  const refused = await api.refused(supplier.setMethodStatus, step(id))
  assert.equal(refused.code, 'method.bank-doubtful')
  assert.match(refused.message, /Банк закрыт/)
})

test('a directory is old from its thirtieth day', () => {
  assert.equal(oldDirectoryWarning('2026-11-01', '2026-11-30'), undefined)
  assert.match(oldDirectoryWarning('2026-11-01', '2026-12-01')!, /ему 30 дн/)
  assert.equal(oldDirectoryWarning('2026-11-30', '2026-11-28'), undefined)
})
