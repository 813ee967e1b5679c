import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { act } from '#contract/act/act.ts'
import type { CallResult, CallSpec, SendInput } from '#contract/core/call.ts'
import { files } from '#contract/file/file.ts'
import { payment } from '#contract/payment/payment.ts'
import { price } from '#contract/price/price.ts'
import { auth } from '#contract/user/auth.ts'
import { user } from '#contract/user/user.ts'
import { flagReview, type Exception } from '#contract/report/exceptions.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import type { VisitCard } from '#contract/visit/visit-entities.ts'
import type { ActForm } from '#server/features/act/act-form.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { addDeal, addDraft, steelLine, type ActLine, type Deal } from '#test/builders/act-forms.ts'
import { openPayoutWorld } from '#test/builders/payout-world.ts'
import { jpegScene } from '#test/builders/pictures.ts'
import { connectYard } from '#test/site/fake-yard.ts'
import { apiOf, type RefusedAnswer } from '#test/support/api.ts'
import { approval } from '#test/support/approve.ts'
import { truckHands } from '#test/support/truck-driver.ts'
import { until } from '#test/support/until.ts'
import { addPerson, type Person } from '#test/support/world.ts'

export type CheatDay = Awaited<ReturnType<typeof openCheatDay>>

/** What the product asks for until words are given (domain.md 5.3, 5.4). */
export const REASON = 'Так договорились с поставщиком'
const PASSWORD = 'гараж-сирень-самовар-42'

/**
 * A company by its own default rules on a day when its operator and its manager are of one mind. A second manager gives the PIN for
 * whatever is asked; the owner is a third, who made nothing and sees the exceptions.
 */
export async function openCheatDay() {
  const payouts = await openPayoutWorld()
  const { world, own } = payouts
  const { operator, manager } = own
  const q = own.db.q
  const rules = JSON.stringify({ approval_over_kop: 100_000_00 })
  await sql`update company set settings = jsonb_set(settings, '{rules}', ${rules}::jsonb) where id = ${own.id}`.execute(
    q,
  )
  const person = (login: string) =>
    addPerson(world.app, world.services, own.id, login, 'USER', ['OPERATOR', 'MANAGER'])
  const [second, owner] = [await person('second'), await person('owner')]
  const yard = await connectYard(world, own)
  const driver = truckHands(own, yard)
  const deal = await addDeal(own)
  await q
    .updateTable('product')
    .set({ default_zasor_bp: 500 })
    .where('id', '=', deal.products.steel.id)
    .execute()

  /** Sends what is asked to be confirmed with the PIN of the accomplice, as often as it is asked. */
  async function confirmed<C extends CallSpec>(
    asker: Person,
    call: C,
    input: Partial<SendInput<C>>,
    by: Person = second,
  ): Promise<CallResult<C>> {
    let token: string | undefined
    for (let given = 0; given < 2; given++) {
      const answer = await tried(asker, call, input, token)
      if (answer.code !== 'approval.required') {
        assert.equal(answer.code, undefined, answer.message)
        return answer as CallResult<C>
      }
      token = (await approval(asker, answer, by)).approvalToken
    }
    return asker.api.send(call, input, { approvalToken: token! })
  }

  /** The answer, or the refusal with its code. */
  async function tried(asker: Person, call: CallSpec, input: object, approvalToken?: string) {
    const { body } = input as { body: object }
    const headers = { ...(approvalToken && { 'x-approval-token': approvalToken }) }
    const answer = await asker.api.raw({
      method: call.method,
      url: call.path,
      payload: body,
      headers,
    })
    return answer.json<RefusedAnswer>()
  }

  /** An honest visit, closed. */
  const weighed = async (inKg = 12_340, outKg = 4_260, more: object = {}): Promise<VisitCard> => {
    const closed = await driver.visit(inKg, outKg, more)
    await yard.empty(1)
    return closed
  }

  const draftOf = (visitId: string, line: Partial<ActLine> = {}, of: Deal = deal) =>
    addDraft(own, of, operator, { lines: [{ ...steelLine(of, visitId), ...line }] })

  const issueOf = ({ id, version }: Pick<ActForm, 'id' | 'version'>, more: object = {}) => ({
    body: { command: 'issue' as const, id, version, ...more },
  })

  /** An honest purchase, issued. */
  const bought = async (of: Deal = deal) =>
    operator.api.send(act.update, issueOf(await draftOf((await weighed()).id, {}, of)))

  const setPrice = async (productId: string, price_kop: number, by: Person = manager) => {
    const { rows } = await by.api.send(price.get)
    const { version } = rows.find(({ product: { id } }) => id === productId)!.cells[own.columnId]!
    const body = {
      product_id: productId,
      column_id: own.columnId,
      price_kop,
      version,
      reason: REASON,
    }
    return { body }
  }

  const photo = async (picture: Buffer) => {
    const params = { kind: 'photo' as const, client_id: uuidv7() }
    return (await operator.api.send(files.save, { query: { params }, body: picture })).id
  }

  const payOf = (supplierId: string, methodId: string, actId: string, amount_kop: number) => ({
    id: uuidv7(),
    supplier_id: supplierId,
    payment_method_id: methodId,
    acts: [{ act_id: actId, amount_kop }],
    amount_kop,
  })
  const save = async (by: Person, row: ReturnType<typeof payOf>) =>
    (await by.api.send(payment.save, { body: { payments: [row] } }))[0]!

  /** Opens an account by a link as its owner would: password, sign-in, PIN. */
  async function takeAccount(
    by: Person,
    id: string,
    login: string,
    pcode: string,
  ): Promise<Person> {
    const [link] = await by.api.send(user.sendTemporaryLinks, { body: { user_ids: [id] } })
    const token = link!.url!.split('#')[1]!
    await world.nobody.send(auth.updatePasswordWithTempLink, {
      body: { token, password: PASSWORD },
    })
    const entered = await world.nobody.send(auth.login, { body: { login, password: PASSWORD } })
    const api = apiOf(world.app, entered.token)
    await api.send(user.updateInfo, { body: { id, version: entered.user.version, pcode } })
    return { id, login, api, pcode }
  }

  let puppets = 0
  async function makePuppet(by: Person): Promise<Person> {
    const login = `puppet-${++puppets}`
    const { id } = await by.api.send(user.create, {
      body: {
        login,
        full_name: `Куклин ${login}`,
        company_id: own.id,
        role: 'USER',
        roles: ['OPERATOR'],
      },
    })
    return takeAccount(by, id, login, `58392${puppets}`)
  }

  let events = 0
  /** Something that the agent tells of, which the server has when this answers. */
  async function agentTells(type: string, body: object): Promise<void> {
    const event_id = `01CHEAT${String(Date.now()).padStart(13, '0')}${String(++events).padStart(6, '0')}`
    const at = new Date().toISOString()
    yard.send({ msg: 'evt', event_id, type, at, device_id: yard.devices['scale1']!, body })
    await until(() => yard.received.some((m) => m.msg === 'ack' && m.event_ids.includes(event_id)))
  }

  /** What waits for a look, as the owner's screen reads it. */
  const exceptions = async (): Promise<readonly Exception[]> => {
    const filter = { is_reviewed: false, paper: false, limit: 200 }
    return (await owner.api.send(flagReview.getExceptions, { query: { filter } })).items
  }

  async function close(): Promise<void> {
    await yard.disconnect()
    await payouts.close()
  }

  return {
    ...payouts,
    operator,
    manager,
    second,
    owner,
    yard,
    driver,
    deal,
    scene: jpegScene,
    tried,
    confirmed,
    weighed,
    draftOf,
    issueOf,
    bought,
    setPrice,
    photo,
    payOf,
    save,
    takeAccount,
    makePuppet,
    agentTells,
    exceptions,
    close,
    visitCalls,
  }
}
