import { payment } from '#contract/payment/payment.ts'
import { flagReview } from '#contract/report/exceptions.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { act } from '#contract/act/act.ts'
import { user } from '#contract/user/user.ts'
import { addMethod, addSupplier, type SupplierOverrides } from '#test/builders/builders.ts'
import { addIssuedAct } from '#test/builders/issued-acts.ts'
import { sbpForm } from '#test/builders/method-forms.ts'
import { addPayee, register } from '#test/builders/payouts.ts'
import { approval } from '#test/support/approve.ts'
import { addPerson, type Person } from '#test/support/world.ts'
import { REASON, type CheatDay } from '../cheat-day.ts'
import type { Way } from '../way.ts'

const SUM = 45_000_00

/** A payment of a whole act, saved by one of them. */
async function saved(day: CheatDay, by: Person, seller: SupplierOverrides = {}, phone?: string) {
  const made = await addSupplier(day.own, { last_name: 'Рогов', ...seller })
  const method = await addMethod(day.own, made, phone === undefined ? {} : { phone })
  const actId = await addIssuedAct(day.own, made.id, SUM)
  return {
    ...(await day.save(by, day.payOf(made.id, method.id, actId, SUM))),
    supplierId: made.id,
    methodId: method.id,
    actId,
  }
}

const handOver = ({ id }: { id: string }) => ({ body: { ids: [id] } })

/** The platform lets a person confirm payments, so that only who stands behind the account is in question. */
export const allowApproval = (day: CheatDay, id: string) =>
  day.own.db.q
    .updateTable('app_user')
    .set({ roles: ['OPERATOR', 'MANAGER'] })
    .where('id', '=', id)
    .execute()

/** The PIN of `by` at the screen of `asker`: its refusal, in words of the product. */
async function refusedPin(asker: Person, pay: { id: string }, by: Person): Promise<string> {
  const asked = await asker.api.refused(payment.register, handOver(pay))
  const { action, object, amount_kop } = asked.approval!
  const body = { pcode: by.pcode, action, object, ...(amount_kop !== undefined && { amount_kop }) }
  const answer = await asker.api.raw({
    method: 'POST',
    url: '/api/v1/user/checkPCode',
    payload: body,
  })
  return answer.json<{ code: string }>().code
}

export const moneyWays: readonly Way[] = [
  {
    name: 'a manager makes an operator and confirms what is saved there',
    async tries(day) {
      const puppet = await day.makePuppet(day.manager)
      return refusedPin(puppet, await saved(day, puppet), day.manager)
    },
    ends: 'approval.one-person',
  },
  {
    name: 'the PIN that a manager gave to a colleague serves as the second person',
    async tries(day) {
      const login = 'honest'
      const { id } = await addPerson(day.world.app, day.world.services, day.own.id, login, 'USER', [
        'OPERATOR',
      ])
      const stolen = await day.takeAccount(day.manager, id, login, '739251')
      await allowApproval(day, id)
      return refusedPin(day.manager, await saved(day, day.manager), stolen)
    },
    ends: 'approval.one-person',
  },
  {
    name: 'two puppets of one manager confirm for each other',
    async tries(day) {
      const [one, two] = [await day.makePuppet(day.manager), await day.makePuppet(day.manager)]
      await allowApproval(day, two.id)
      return refusedPin(one, await saved(day, one), two)
    },
    ends: 'approval.one-person',
  },
  {
    name: 'a manager makes a second manager',
    async tries(day) {
      const body = {
        login: 'second-self',
        full_name: 'Второй Пётр',
        company_id: day.own.id,
        role: 'USER',
        roles: ['OPERATOR', 'MANAGER'],
      }
      return (await day.manager.api.refused(user.create, { body })).code
    },
    ends: 'user.beyond-own-rights',
  },
  {
    name: 'who saved a large payment confirms it with the own PIN',
    async tries(day) {
      const pay = await saved(day, day.manager)
      const asked = await day.manager.api.refused(payment.register, handOver(pay))
      return asked.approval?.who === 'other' ? asked.code : 'own PIN'
    },
    ends: 'approval.required',
  },
  {
    name: 'a sum is split so that each part stays below what two people confirm',
    async tries(day) {
      const payee = await addPayee(day.own)
      const pay = async (kop: number) =>
        day.save(
          day.manager,
          day.payOf(
            payee.supplierId,
            payee.methodId,
            await addIssuedAct(day.own, payee.supplierId, kop),
            kop,
          ),
        )
      const first = await pay(1_000_00)
      await register(day.manager, day.second, [first.id])
      while ((await day.visit(first.id)) !== 'paid');
      const small = await pay(60_000_00)
      const own = await day.manager.api.refused(payment.register, handOver(small))
      if (own.approval!.who !== 'self') return 'already the first part takes two'
      const asked = await day.manager.api.refused(payment.register, handOver(await pay(60_000_00)))
      return asked.approval!.who === 'other' ? asked.code : 'own PIN'
    },
    ends: 'approval.required',
  },
  {
    name: 'a PIN that was given for one payment lets another one go',
    async tries(day) {
      const [one, two] = [await saved(day, day.operator), await saved(day, day.operator)]
      const pin = await approval(
        day.operator,
        await day.operator.api.refused(payment.register, handOver(one)),
        day.second,
      )
      return (await day.operator.api.refused(payment.register, handOver(two), pin)).code
    },
    ends: 'approval.required',
  },
  {
    name: 'an act is paid a second time',
    async tries(day) {
      const first = await saved(day, day.operator)
      const again = day.payOf(first.supplierId, first.methodId, first.actId, SUM)
      return (await day.operator.api.refused(payment.save, { body: { payments: [again] } })).code
    },
    ends: 'payment.act-overpaid',
  },
  {
    name: 'the money of one supplier goes to the phone of another',
    async tries(day) {
      const [one, other] = [await addPayee(day.own), await addPayee(day.own)]
      const actId = await addIssuedAct(day.own, one.supplierId, SUM)
      const row = day.payOf(one.supplierId, other.methodId, actId, SUM)
      return (await day.operator.api.refused(payment.save, { body: { payments: [row] } })).code
    },
    ends: 'common.not-found',
  },
  {
    name: 'the requisites are changed between saving and handing over',
    async tries(day) {
      const pay = await saved(day, day.operator)
      await day.own.db.q
        .updateTable('payment_method')
        .set({ requisites_changed_at: new Date().toISOString() })
        .where('id', '=', pay.methodId)
        .execute()
      const row = day.payOf(
        pay.supplierId,
        pay.methodId,
        await addIssuedAct(day.own, pay.supplierId, SUM),
        SUM,
      )
      return (await day.save(day.operator, row)).id
    },
    ends: { sees: 'method_changed' },
  },
  {
    name: 'a paid act is corrected',
    async tries(day) {
      const { actId } = await saved(day, day.operator)
      const { version } = await day.own.db.q
        .selectFrom('act')
        .select('version')
        .where('id', '=', actId)
        .executeTakeFirstOrThrow()
      const body = { command: 'correct' as const, id: actId, version, reason: REASON }
      return (await day.operator.api.refused(act.update, { body })).code
    },
    ends: 'act.has-payments',
  },
  {
    name: 'the phone of one supplier is written to a second one',
    async tries(day) {
      const made = await addSupplier(day.own)
      await addMethod(day.own, made, { phone: '+79170007750' })
      const twin = await addSupplier(day.own, { last_name: 'Двойников' })
      return (
        await day.operator.api.refused(supplier.createMethod, {
          body: sbpForm(twin, { sbp_phone: '+79170007750' }),
        })
      ).code
    },
    ends: 'method.used-by-other',
  },
  {
    name: 'the same phone at another bank takes the money of a second supplier',
    async tries(day) {
      const made = await addSupplier(day.own)
      await addMethod(day.own, made, { phone: '+79170008850', bankId: '100000000222' })
      return (await saved(day, day.operator, { last_name: 'Двойников' }, '+79170008850')).id
    },
    ends: { sees: 'same_elsewhere' },
  },
  {
    name: 'the operator writes the own brother down as a supplier',
    async tries(day) {
      await day.own.db.q
        .updateTable('app_user')
        .set({ full_name: 'Чащина Мария' })
        .where('id', '=', day.operator.id)
        .execute()
      return (await saved(day, day.operator, { last_name: 'Чащин' })).id
    },
    ends: { sees: 'staff' },
  },
  {
    name: 'a payee is invented, bought from and paid within the hour',
    async tries(day) {
      const pay = await saved(day, day.operator)
      const now = new Date().toISOString()
      await day.own.db.q
        .updateTable('supplier')
        .set({ created_at: now })
        .where('id', '=', pay.supplierId)
        .execute()
      const row = day.payOf(
        pay.supplierId,
        pay.methodId,
        await addIssuedAct(day.own, pay.supplierId, SUM),
        SUM,
      )
      return (await day.save(day.operator, row)).id
    },
    ends: { sees: 'new_supplier' },
  },
  {
    name: 'two invented suppliers answer one phone',
    async tries(day) {
      await addSupplier(day.own, { phone: '+79265554433' })
      return (await saved(day, day.operator, { phone: '+79265554433' })).id
    },
    ends: { sees: 'same_contact' },
  },
  {
    name: 'the accomplice who gave the PIN ends the exception of the tie',
    async tries(day) {
      const pay = await saved(day, day.operator, { last_name: 'Чащин' })
      await register(day.operator, day.second, [pay.id])
      const items = [{ entity: 'payment' as const, entity_id: pay.id, code: 'staff' as const }]
      return (
        await day.second.api.refused(flagReview.reviewExceptions, { body: { items, note: REASON } })
      ).code
    },
    ends: 'exception.own',
  },
  {
    name: 'a manager looks at the exceptions of the own records',
    async tries(day) {
      const actId = (await saved(day, day.manager, { last_name: 'Чащин' })).id
      const items = [{ entity: 'payment' as const, entity_id: actId, code: 'staff' as const }]
      return (
        await day.manager.api.refused(flagReview.reviewExceptions, {
          body: { items, note: REASON },
        })
      ).code
    },
    ends: 'exception.own',
  },
  {
    name: 'a payment of another company is handed over',
    async tries(day) {
      const pay = await saved(day, day.operator)
      const [answer] = await day.world.other.manager.api.send(payment.register, handOver(pay))
      return answer!.code!
    },
    ends: 'common.not-found',
  },
]
