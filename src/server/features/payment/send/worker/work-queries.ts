import { sql } from 'kysely'
import type { MethodKind } from '#contract/bank/method-kinds.ts'
import { runningStatuses, type PaymentStatus } from '#contract/payment/payment-entities.ts'
import type { AccountPayee, ToldEnd } from '../../../../db/json-columns.ts'
import type { Tx } from '../../../../db/handle.ts'
import { decryptField } from '../../../supplier/record/identity.ts'
import { isAskable } from '../../../bank/providers/all.ts'
import type { Destination, Payee } from '../../../bank/providers/provider.ts'
import { attemptsOf } from './attempt-queries.ts'
import type { WorkView } from './worker.ts'

interface WorkRow extends PayeeColumns {
  status: PaymentStatus
  amount_kop: number
  provider_ref: string | null
  told_ends: readonly ToldEnd[]
  request_hash: Buffer | null
  marker: string
  same_payee: boolean
  config_id: string
  circuit: string
  adapter: string
  base_url: string | null
  credentials: Buffer | null
  payer_account: string | null
  purpose: string
  document_number: number | null
  document_date: string | null
  payer_name: string
  payer_inn: string
  payer_kpp: string | null
  payer_bik: string | null
  payer_bank: string
  revenue_type_code: string | null
  payee: AccountPayee | null
  method_id: string
  card_token: Buffer | null
  pan: Buffer | null
  acts: string | null
  acts_count: number
}

/** A payment as the worker needs it; undefined when there is nothing to ask: it is final or its configuration is stopped. */
export async function viewOf(tx: Tx, id: string, token: number): Promise<WorkView | undefined> {
  const row = await workRow(tx, id)
  if (!row || row.circuit === 'stopped') return undefined
  if (!runningStatuses.includes(row.status)) return undefined
  // The destination of a running payment cannot be changed; should it be, nothing is sent to the new one.
  if (!row.same_payee) throw new Error(`payment ${id}: its destination changed under way`)
  const attempts = await attemptsOf(tx, id)
  return {
    id,
    token,
    link: {
      id: row.config_id,
      adapter: row.adapter,
      baseUrl: row.base_url,
      credentials: row.credentials,
      account: row.payer_account,
      kind: row.kind,
      payer: {
        name: row.payer_name,
        inn: row.payer_inn,
        kpp: row.payer_kpp,
        bik: row.payer_bik ?? '',
        bankName: row.payer_bank,
      },
    },
    order: {
      id,
      amountKop: row.amount_kop,
      description: describe(row),
      purpose: row.purpose,
      documentNumber: row.document_number,
      documentDate: row.document_date,
      revenueTypeCode: row.revenue_type_code,
      // Decrypted when a body is made, not at every question about the payment (payments.md 9).
      get destination() {
        return destinationOf(tx, row)
      },
    },
    sent: { id, amountKop: row.amount_kop, payee: payeeOf(row) },
    requestHash: row.request_hash,
    known: {
      status: row.status,
      told: row.told_ends,
      providerRef: row.provider_ref ?? attempts.provider_ref,
      sends: attempts.sends,
      sentHours: attempts.sent_hours,
      lastSentSeconds: attempts.last_sent_seconds,
      calmSeconds: isAskable(row.adapter) ? attempts.calm_seconds : null,
      polls: attempts.polls,
      denials: attempts.denials,
    },
  }
}

async function workRow(tx: Tx, id: string): Promise<WorkRow | undefined> {
  const { rows } = await sql<WorkRow>`
    select p.status, p.amount_kop, p.provider_ref, p.told_ends, p.request_hash, p.marker, m.payee_key = p.payee_key as same_payee,
      c.id as config_id, c.circuit, b.adapter, b.base_url, c.credentials,
      c.account as payer_account, p.purpose, p.document_number, p.document_date, p.revenue_type_code,
      co.short_name as payer_name, co.inn as payer_inn, co.kpp as payer_kpp, b.bik as payer_bik, b.name as payer_bank,
      p.method_snapshot->'payee' as payee,
      m.id as method_id, m.kind, m.sbp_phone, m.sbp_bank_id, m.card_token, m.card_last4, v.pan, m.account, m.bik,
      (select a.number || ' от ' || to_char(a.date, 'DD.MM.YYYY') from payment_allocation t
        join act a on a.company_id = t.company_id and a.id = t.act_id
        where t.company_id = p.company_id and t.payment_id = p.id order by a.number limit 1) as acts,
      (select count(*) from payment_allocation t where t.company_id = p.company_id and t.payment_id = p.id) as acts_count
    from payment p
    join bank_config c on c.company_id = p.company_id and c.id = p.bank_config_id
    join bank b on b.id = c.bank_id
    join company co on co.id = p.company_id
    join payment_method m on m.company_id = p.company_id and m.id = p.payment_method_id
    left join card_vault v on v.company_id = m.company_id and v.payment_method_id = m.id
    where p.company_id = ${tx.companyId} and p.id = ${id}
  `.execute(tx.q)
  return rows[0]
}

/** What the payee's bank shows, at most 128 characters (payments.md 4.1). */
function describe(row: WorkRow): string {
  if (row.acts === null) return `Проверочный платёж [П:${row.marker}]`
  const more = row.acts_count > 1 ? ` и ещё ${row.acts_count - 1}` : ''
  return `Акт ${row.acts.slice(0, 90)}${more} [П:${row.marker}]`
}

/** The columns of a method that say where its money goes, without what opens a card. */
export interface PayeeColumns {
  readonly kind: MethodKind
  readonly sbp_phone: string | null
  readonly sbp_bank_id: string | null
  readonly account: string | null
  readonly bik: string | null
  readonly card_last4: string | null
}

export function payeeOf(row: PayeeColumns): Payee | null {
  if (row.kind === 'sbp') return { kind: 'sbp', phone: row.sbp_phone!, bankId: row.sbp_bank_id! }
  if (row.kind === 'account') return { kind: 'account', account: row.account!, bik: row.bik! }
  return row.card_last4 === null ? null : { kind: 'card', last4: row.card_last4 }
}

function destinationOf(tx: Tx, row: WorkRow): Destination {
  const to = payeeOf(row)
  if (to?.kind === 'sbp') return to
  if (to?.kind === 'account') return { ...to, ...row.payee! }
  if (row.card_token)
    return {
      kind: 'card',
      token: decryptField<string>(tx, row.method_id, 'card_token', row.card_token),
    }
  const place = { companyId: tx.companyId, table: 'card_vault', id: row.method_id, field: 'pan' }
  return { kind: 'card', number: tx.services.seal.open(place, row.pan!) }
}
