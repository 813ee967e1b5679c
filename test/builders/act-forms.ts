import type { BodyInput } from '#contract/core/call.ts'
import { act } from '#contract/act/act.ts'
import { readPositionFields } from '#contract/act/position-fields.ts'
import type { ActForm } from '#server/features/act/act-form.ts'
import { addClosedVisit } from './closed-visits.ts'
import type { RefusedAnswer, SendOptions } from '../support/api.ts'
import { approval } from '../support/approve.ts'
import {
  addProduct,
  addProducts,
  addSupplier,
  setPrice,
  type TestProducts,
  type TestSupplier,
} from './builders.ts'
import type { Person, TestCompany } from '../support/world.ts'

/** What an act of scrap needs besides products. */
export const PSA_FORM = {
  ownership_basis: 'Личное имущество, образовалось в быту',
  vehicle: { make: 'ГАЗель', carnumber: 'А123ВС77' },
  radiation: {
    done: true,
    usv_h_milli: 120,
    at: '2026-01-10',
    by: 'Иванова Н. П.',
  },
  explosion: { done: true, certificate: '№ 55', by: 'Иванова Н. П.' },
} as const

export type ActBody = BodyInput<typeof act.update>
export type ActSave = Extract<ActBody, { command: 'save' }>
export type ActLine = NonNullable<ActSave['lines']>[number]

/** The commands of one person over acts. */
export const actCommands = ({ api }: Pick<Person, 'api'>) => ({
  send: (body: ActBody, options?: SendOptions) => api.send(act.update, { body }, options),
  refused: (body: object, options?: SendOptions) => api.refused(act.update, { body }, options),
})

export interface Deal {
  readonly supplier: TestSupplier
  readonly products: TestProducts
}

/** An active supplier and priced products of a company. */
export async function addDeal(company: TestCompany): Promise<Deal> {
  return { supplier: await addSupplier(company), products: await addProducts(company) }
}

/** The whole of a visit as steel with 5 % of contamination. */
export function steelLine(deal: Deal, transaction_id: string): ActLine {
  return {
    transaction_id,
    drop_no: 1,
    product_id: deal.products.steel.id,
    zasor_mode: 'percent',
    zasor_bp: 500,
  }
}

/** A draft of one visit, everything that issuing asks for filled in. */
export async function addDraft(
  company: TestCompany,
  deal: Deal,
  by: Person = company.operator,
  fields: Partial<ActSave> = {},
): Promise<ActForm> {
  const visit = await addClosedVisit(company, { in_g: 12_480_000, out_g: 4_260_000 })
  return by.api.send(act.update, {
    body: {
      command: 'save',
      supplier_id: deal.supplier.id,
      ...PSA_FORM,
      lines: [steelLine(deal, visit.id)],
      positions: [{ line: 0 }],
      ...fields,
    },
  })
}

/** An issued act over a draft of one visit. */
export async function addIssued(company: TestCompany, deal: Deal): Promise<ActForm> {
  const draft = await addDraft(company, deal)
  const { id, version } = draft
  return company.operator.api.send(act.update, { body: { command: 'issue', id, version } })
}

type Body = { id: string; version: number }

/** A draft as its screen sends it: a change of what the body names. */
export const change = ({ id, version }: Body, fields: Partial<ActSave>): ActSave => ({
  command: 'save',
  id,
  version,
  ...fields,
})

/** The whole load of a visit with 3,33 % of contamination. */
export const lineOf = (
  transaction_id: string,
  product_id: string,
  fields: Partial<ActLine> = {},
): ActLine => ({
  transaction_id,
  drop_no: 1,
  product_id,
  zasor_mode: 'percent',
  zasor_bp: 333,
  pack_g: 0,
  ...fields,
})

/** What a screen sends of a draft with every save: it knows no line by its id and no price of the list. */
export function asScreen(draft: ActForm, lineFields: Partial<ActLine> = {}) {
  const [visitId] = draft.transaction_ids
  return change(draft, {
    ...PSA_FORM,
    weight_act_ids: [],
    lines: draft.positions.map((row) => ({
      ...lineOf(visitId!, row.product_id),
      ...(row.zasor_mode === 'weight'
        ? { zasor_mode: 'weight' as const, zasor_bp: undefined, zasor_g: row.zasor_g! }
        : { zasor_bp: row.zasor_bp! }),
      pack_g: row.pack_g!,
      ...(row.deductions.length > 0 && { deductions: row.deductions }),
      ...lineFields,
    })),
    positions: draft.positions.map((row, line) => ({
      line,
      ...readPositionFields((field) => row[field]),
      ...(row.price_source === 'override' && {
        price_kop: row.price_kop!,
        override_reason: row.override_reason!,
      }),
    })),
  })
}

/** Everything of a position that is printed or reckoned. */
export const facts = (form: ActForm) =>
  form.positions.map((row) => ({
    ...row,
    id: '',
    line_id: '',
    approver_name: '',
    price_now_kop: null,
  }))

/** Steps of an operator with the manager's PIN at hand, and products that belong to the test. */
export async function openCorrections(company: TestCompany) {
  const { operator, manager, db } = company
  const seller = await addSupplier(company)

  /** Whatever PIN is asked for, the manager gives it: two rights need two at most. */
  async function send(body: ActBody, pins = 2): Promise<ActForm> {
    let token: { approvalToken?: string } = {}
    for (let given = 0; given < pins; given++) {
      const headers = token.approvalToken && { 'x-approval-token': token.approvalToken }
      const answer = await operator.api.raw({
        method: 'POST',
        url: act.update.path,
        payload: body,
        ...(headers && { headers }),
      })
      if (answer.statusCode === 200) return answer.json<ActForm>()
      const refusal = { status: answer.statusCode, ...answer.json<Omit<RefusedAnswer, 'status'>>() }
      token = await approval(operator, refusal, manager)
    }
    return operator.api.send(act.update, { body }, token)
  }

  const issue = ({ id, version }: Body) => send({ command: 'issue', id, version })
  const correct = ({ id, version }: Body) =>
    send({ command: 'correct', id, version, reason: 'Ошибка в адресе' })

  /** A product with a step of 1 kg and a price of 20 000 ₽. */
  async function addGoods(fields: object = {}): Promise<string> {
    const id = await addProduct(company, {
      name: 'Лом габаритный',
      metal_class: 'ferrous',
      allowed_from_person: true,
      zasor_step_g: 1000,
      ...fields,
    })
    await setPrice(company, id, company.columnId, 2_000_000)
    return id
  }

  async function changeGoods(id: string, values: object): Promise<void> {
    await db.q
      .updateTable('product')
      .set(values)
      .where('company_id', '=', company.id)
      .where('id', '=', id)
      .execute()
  }

  async function addDraft(
    product_id: string,
    fields: Partial<ActSave> = {},
    lineFields: Partial<ActLine> = {},
  ): Promise<ActForm> {
    const visit = await addClosedVisit(company, { in_g: 12_480_000, out_g: 4_260_000 })
    return send({
      command: 'save',
      supplier_id: seller.id,
      ...PSA_FORM,
      lines: [lineOf(visit.id, product_id, lineFields)],
      positions: [{ line: 0 }],
      ...fields,
    })
  }

  const addIssued = async (...of: Parameters<typeof addDraft>) => issue(await addDraft(...of))

  return { seller, send, issue, correct, addGoods, changeGoods, addDraft, addIssued }
}
