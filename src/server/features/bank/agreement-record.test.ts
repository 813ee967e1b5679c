import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { agreementFields, shownAgreementFields } from '#contract/bank/agreement-record.ts'
import type { BankConfig } from '#contract/bank/bank-entities.ts'
import { bankSetUp } from '#contract/bank/bank-set-up.ts'
import { bank } from '#contract/bank/bank.ts'
import { company } from '#contract/company/company.ts'
import { fieldNames, type RecordValues } from '#contract/record/record-field.ts'
import { accountProblem } from '#contract/requisites/account.ts'
import { fieldTitle } from '#server/features/audit/field-titles.ts'
import { describedFields, sampleValues } from '#test/builders/record-samples.ts'
import { supplierForms } from '#test/builders/seller-forms.ts'
import { openWorld, type World } from '#test/support/world.ts'

// Every field that the record of an agreement describes, so that one more is carried by every place (docs/recipes/record-field.md).

const BIK = '044525225'
const [FIRST, SECOND, THIRD] = Array.from({ length: 100 }, (_, n) =>
  String(40702810200000000001n + BigInt(n)),
).filter((account) => accountProblem(account, BIK) === undefined)

let world: World
let bankId = ''
before(async () => {
  world = await openWorld()
  const body = { code: 'orders', name: 'Банк', bik: BIK, adapter: 'file_iso20022' } as const
  bankId = (await root().send(bank.create, { body })).id
})
after(() => world.close())

const root = () => world.supervisor.api
const sample = (account: string) =>
  sampleValues(agreementFields, { account }) as RecordValues<typeof agreementFields>

/** The agreement as everybody reads it, with what only its card shows. */
async function stored({ id }: BankConfig) {
  const query = { companyId: world.own.id, bankConfigId: id }
  const { config, pci_certificate } = await root().send(bankSetUp.getConfig, { query })
  return { ...describedFields(shownAgreementFields, config), pci_certificate }
}

async function assertAudited(id: string, action: string, values: object) {
  const [event] = await supplierForms(world.own).audit(id, action)
  assert.deepEqual({ ...(event!.after as object), ...values }, event!.after)
  for (const name of fieldNames(agreementFields)) assert.notEqual(fieldTitle(name), name)
}

test('each field of an agreement is stored when it is made and by a change, answered, and named in the journal', async () => {
  const place = { companyId: world.own.id, bank_id: bankId }
  const first = sample(FIRST!)
  const made = await root().send(company.addBankConfig, { body: { ...place, ...first } })
  assert.deepEqual(await stored(made), first)
  await assertAudited(made.id, 'bank_config.create', first)
  const bare = { title: 'Пустое', account: SECOND!, pci_certificate: null }
  const plain = await root().send(company.addBankConfig, { body: { ...place, ...bare } })
  const second = sample(THIRD!)
  const { companyId } = place
  const change = { companyId, bankConfigId: plain.id, version: plain.version, ...second }
  await root().send(company.updateBankConfig, { body: change })
  assert.deepEqual(await stored(plain), second)
  await assertAudited(plain.id, 'bank_config.update', second)
  const kept = { companyId, bankConfigId: plain.id, version: plain.version + 1, title: 'Иначе' }
  await root().send(company.updateBankConfig, { body: kept })
  assert.deepEqual(await stored(plain), { ...second, title: 'Иначе' })
})
