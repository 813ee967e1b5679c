import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mock, test, after } from 'node:test'
import { sql } from 'kysely'
import type { ActionCode } from '#contract/core/actions.ts'
import type { CompanyRole } from '#contract/core/roles.ts'
import type { Preset } from '#contract/user/access-presets.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { payment } from '#contract/payment/payment.ts'
import { userRights } from '#contract/user/user-rights.ts'
import { userAccess } from '#contract/user/user-access.ts'
import { migrate } from '#server/db/migrate.ts'
import { role } from '#test/support/access-rows.ts'
import { addPerson, openWorld, type Person } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { app, services, own, other, supervisor } = world
const { q } = services

let made = 0
const add = (companyId: string, ...roles: CompanyRole[]) =>
  addPerson(app, services, companyId, `job-${++made}`, 'USER', roles)
const lay = (preset: Preset) =>
  supervisor.api.send(userRights.updateActionAccess, { body: { company_id: own.id, preset } })

async function rightsOf({ api }: Person): Promise<Set<string>> {
  const { folders } = await api.send(userAccess.getActions, { query: {} })
  const held = folders.flatMap(({ actions }) => actions).filter(({ mine }) => mine.allowed)
  return new Set(held.map(({ code }) => code).filter((code) => !code.includes('/')))
}

/** What a job is there for, and what it must never reach, written down independently of the table. */
const DAYS: Record<string, { does: ActionCode[]; never: ActionCode[] }> = {
  WEIGHER: {
    does: ['weight.capture', 'weight.manual', 'weightact.edit', 'act.edit', 'act.issue'],
    never: ['payment.save', 'payment.register', 'method.edit', 'supplier.edit', 'product.edit'],
  },
  CASHIER: {
    does: ['supplier.edit', 'method.edit', 'payment.save', 'payment.register', 'payment.cancel'],
    never: ['weight.capture', 'act.edit', 'act.issue', 'payment.resolve', 'product.edit'],
  },
  ACCOUNTANT: {
    does: ['payment.statement', 'payment.return', 'payment.resolve', 'report.export', 'audit.read'],
    never: ['payment.save', 'payment.register', 'weight.capture', 'act.issue', 'method.edit'],
  },
}
const NEVER: ActionCode[] = ['approval.payment', 'approval.act', 'approval.weighing', 'price.edit']

for (const preset of ['simple', 'split'] as const)
  test(`under «${preset}» weigher, cashier and accountant hold the rights of their job and no other`, async () => {
    await lay(preset)
    for (const [job, { does, never }] of Object.entries(DAYS)) {
      const held = await rightsOf(await add(own.id, 'OPERATOR', job as CompanyRole))
      for (const code of does) assert.ok(held.has(code), `${job} ${code}`)
      for (const code of [...never, ...NEVER]) assert.ok(!held.has(code), `${job} ${code}`)
    }
  })

test('a refused call names who may, and to nobody outside the company', async () => {
  await lay('simple')
  const weigher = await add(own.id, 'OPERATOR', 'WEIGHER')
  const refusal = await weigher.api.refused(payment.getApprovers, {})
  assert.equal(refusal.code, 'access.denied')
  assert.match(refusal.message, /«Отправка выплат в банк»\. Кто может: Иванова/)
  assert.ok(!refusal.message.includes('-b'), refusal.message)
  assert.equal((await own.user.api.refused(payment.getApprovers, {})).message, 'Недостаточно прав')
  // The same where the command itself asks for the right.
  const cashier = await add(own.id, 'OPERATOR', 'CASHIER')
  const body = { command: 'void' as const, id: randomUUID(), version: 1, reason: 'Водитель уехал' }
  const late = await cashier.api.refused(visitCalls.update, { body })
  assert.match(late.message, /^Недостаточно прав: «Отмена взвешивания»\. Кто может: Иванова/)
})

test('who bears two jobs holds the rights of both, and a manager loses none by a job beside', async () => {
  await lay('simple')
  const both = await rightsOf(await add(own.id, 'OPERATOR', 'WEIGHER', 'CASHIER'))
  assert.ok(both.has('weight.capture') && both.has('payment.register'))
  assert.ok(!both.has('product.edit'))
  const manager = await rightsOf(await add(own.id, 'OPERATOR', 'MANAGER', 'WEIGHER'))
  assert.deepEqual(manager, await rightsOf(own.manager))
  const operator = await rightsOf(own.operator)
  assert.ok(operator.has('weight.capture') && operator.has('payment.register'))
})

test('what is forbidden to operators is forbidden to those with a job beside, too', async () => {
  const weigher = await add(own.id, 'OPERATOR', 'WEIGHER')
  const { id } = await q
    .selectFrom('action')
    .where('code', '=', 'act.void')
    .select('id')
    .executeTakeFirstOrThrow()
  const rows = [role('WEIGHER', { confirm: 'other' }), role('OPERATOR', { allow: false })]
  await supervisor.api.send(userRights.updateActionAccess, {
    body: { company_id: own.id, action_id: id, rows },
  })
  assert.ok(!(await rightsOf(weigher)).has('act.void'))
})

/** The tables as the release before had them: the jobs held nothing. */
async function goBack(): Promise<void> {
  await q
    .deleteFrom('action_access')
    .where('subject', '=', 'role')
    .where('subject_code', 'in', ['WEIGHER', 'CASHIER', 'ACCOUNTANT'])
    .execute()
  await forgetMigration()
}

const forgetMigration = () => sql`delete from schema_migration where name like '0360%'`.execute(q)
const peopleOf = (companyId: string) =>
  q.updateTable('app_user').where('company_id', '=', companyId).where('kind', '=', 'person')

test('a company of before keeps who pays and who confirms, and the jobs beside operators become jobs', async () => {
  const warned = mock.method(console, 'warn', () => undefined)
  await q.deleteFrom('action_access').where('company_id', 'is not', null).execute()
  await goBack()
  // «Лютик» has one person for everything, called a weigher; «Ромашка» has operators besides.
  await peopleOf(other.id).set({ status: 'blocked' }).execute()
  const alone = await add(other.id, 'OPERATOR', 'WEIGHER')
  await add(other.id, 'OPERATOR', 'MANAGER')
  const weigher = await add(own.id, 'OPERATOR', 'WEIGHER')
  const accountant = await add(own.id, 'OPERATOR', 'ACCOUNTANT')
  assert.deepEqual(await migrate(services.config.ownerUrl!), ['0360_rights_by_job.sql'])
  services.sessions.forget()
  const [mine, theirs, sums] = [
    await rightsOf(alone),
    await rightsOf(weigher),
    await rightsOf(accountant),
  ]
  assert.ok(mine.has('payment.register') && mine.has('weight.capture') && mine.has('product.edit'))
  assert.ok(theirs.has('weight.capture') && !theirs.has('payment.register'))
  assert.ok(sums.has('payment.statement') && sums.has('audit.read') && !sums.has('payment.save'))
  assert.match(String(warned.mock.calls.map((call) => call.arguments)), /Лютик: выплаты готовили/)
  assert.ok(!String(warned.mock.calls.map((call) => call.arguments)).includes('Ромашка'))

  // Two operators who signed for each other, without manager or owner.
  await forgetMigration()
  await peopleOf(other.id).set({ status: 'blocked' }).execute()
  const pair = [await add(other.id, 'OPERATOR'), await add(other.id, 'OPERATOR')]
  await migrate(services.config.ownerUrl!)
  services.sessions.forget()
  for (const person of pair) assert.ok((await rightsOf(person)).has('approval.payment'))
  assert.ok(!(await rightsOf(own.operator)).has('approval.payment'))
  warned.mock.restore()
})
