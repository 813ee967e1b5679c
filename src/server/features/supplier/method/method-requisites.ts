import type { CallInput } from '#contract/core/call.ts'
import { cardBrand, normalizeCard } from '#contract/requisites/card.ts'
import type { supplier } from '#contract/supplier/supplier.ts'
import { refuse } from '#http/refusal.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import { bankByBik } from '../../bank/bik/find-bik.ts'
import { takesTokens } from '../../bank/card-form/find-card-form.ts'
import { keyOf } from '../../../storage/encryption.ts'
import { encryptField } from '../record/identity.ts'
import { rawCardsAllowed, sbpBank, setVault, type MethodRow } from './method-queries.ts'
import { cardHash, payeeKey } from './payee.ts'

/** The columns that say where money goes. */
export interface Requisites {
  readonly payee_key: Buffer
  readonly card_brand?: string | null
  readonly card_last4?: string | null
  readonly card_issuer?: string | null
  readonly card_token?: Buffer | null
  readonly card_config_id?: string | null
  readonly sbp_phone?: string
  readonly sbp_bank_id?: string
  readonly sbp_bank_name?: string | null
  readonly account?: string
  readonly bik?: string
  readonly corr_account?: string | null
  readonly bank_name?: string | null
}

export type RequisiteFields = Partial<
  Pick<
    CallInput<typeof supplier.updateMethod>['body'],
    | 'card_token'
    | 'card_brand'
    | 'card_last4'
    | 'card_issuer'
    | 'card_config_id'
    | 'pan'
    | 'sbp_phone'
    | 'sbp_bank_id'
    | 'account'
    | 'bik'
    | 'corr_account'
    | 'bank_name'
  >
>
type Kind = 'card' | 'sbp' | 'account'

const FIELDS_OF: Record<Kind, readonly (keyof RequisiteFields)[]> = {
  card: ['card_token', 'card_brand', 'card_last4', 'card_issuer', 'card_config_id', 'pan'],
  sbp: ['sbp_phone', 'sbp_bank_id'],
  account: ['account', 'bik', 'corr_account', 'bank_name'],
}

/** Fields of another kind than the method's are refused, for the kind never changes. */
export function refuseForeignFields(kind: Kind, fields: RequisiteFields): void {
  const foreign = Object.entries(FIELDS_OF)
    .filter(([other]) => other !== kind)
    .flatMap(([, names]) => names)
    .filter((name) => fields[name] !== undefined)
  if (foreign.length === 0) return
  const message = 'Это поле другого вида выплаты'
  refuse('common.validation', {
    fields: Object.fromEntries(foreign.map((name) => [name, message])),
  })
}

/**
 * The destination made of the typed fields, merged over the present one. Undefined when none of its fields was sent. Refuses
 * `method.raw-card-off` and incomplete requisites at their fields.
 */
export async function requisites(
  db: Db,
  id: string,
  kind: Kind,
  fields: RequisiteFields,
  before?: MethodRow,
): Promise<Requisites | undefined> {
  if (FIELDS_OF[kind].every((name) => fields[name] === undefined)) return undefined
  if (kind === 'card') return ofCard(db, id, fields)
  return kind === 'sbp' ? ofSbp(db, fields, before) : ofAccount(db, fields, before)
}

async function ofCard(db: Db, id: string, fields: RequisiteFields): Promise<Requisites> {
  const { pan, card_token: token } = fields
  if (pan !== undefined) {
    if (!(await rawCardsAllowed(db))) refuse('method.raw-card-off')
    return {
      payee_key: payeeKey(db, { kind: 'card', pan }),
      card_brand: cardBrand(pan) ?? null,
      card_last4: pan.slice(-4),
      card_issuer: fields.card_issuer ?? null,
      card_token: null,
      card_config_id: null,
    }
  }
  const { card_last4: last4, card_config_id: configId } = fields
  if (!token || !last4 || !configId) return refuse('common.validation', { fields: MISSING_TOKEN })
  if (NUMBER.test(normalizeCard(token))) refuse('method.raw-card-off')
  if (!(await takesTokens(db, configId))) refuse('method.card-form-off')
  return {
    payee_key: payeeKey(db, { kind: 'card', token }),
    card_brand: fields.card_brand ?? null,
    card_last4: last4,
    card_issuer: fields.card_issuer ?? null,
    card_token: encryptField(db, id, 'card_token', token),
    card_config_id: configId,
  }
}

/** A number in the place of a token would be kept outside the vault. */
const NUMBER = /^\d{12,19}$/

const MISSING_TOKEN = {
  card_token: 'Введите карту в форме банка',
  card_last4: 'Заполните поле',
  card_config_id: 'Укажите счёт в банке, форма которого дала карту',
}

async function ofSbp(db: Db, fields: RequisiteFields, before?: MethodRow): Promise<Requisites> {
  const phone = fields.sbp_phone ?? before?.sbp_phone ?? ''
  const bankId = fields.sbp_bank_id ?? before?.sbp_bank_id ?? ''
  const bank = await sbpBank(db, bankId)
  if (bank.isPublished && bank.name === undefined)
    refuse('common.validation', { fields: { sbp_bank_id: 'Такого банка нет в справочнике СБП' } })
  return {
    payee_key: payeeKey(db, { kind: 'sbp', phone, bankId }),
    sbp_phone: phone,
    sbp_bank_id: bankId,
    sbp_bank_name: bank.name ?? null,
  }
}

async function ofAccount(db: Db, fields: RequisiteFields, before?: MethodRow): Promise<Requisites> {
  // An account's check digit depends on its БИК, so the two are validated and changed together.
  if ((fields.account === undefined) !== (fields.bik === undefined) && before)
    refuse('common.validation', {
      fields: { [fields.account === undefined ? 'account' : 'bik']: 'Укажите счёт вместе с БИК' },
    })
  const account = fields.account ?? before?.account ?? ''
  const bik = fields.bik ?? before?.bik ?? ''
  // Another БИК is another bank: the facts stored for the previous bank do not apply.
  const previous = before?.bik === bik ? before : undefined
  const { bank } = await bankByBik(db, bik)
  return {
    payee_key: payeeKey(db, { kind: 'account', account, bik }),
    account,
    bik,
    corr_account: fields.corr_account || previous?.corr_account || bank?.corr_account || null,
    bank_name: fields.bank_name || previous?.bank_name || bank?.name || null,
  }
}

/** Puts a typed card number into the vault, or empties it when the card is known by a token now. */
export async function storeCard(tx: Tx, id: string, fields: RequisiteFields): Promise<void> {
  if (fields.pan === undefined && fields.card_token === undefined) return
  if (fields.pan === undefined) return setVault(tx, id, null)
  const place = { companyId: tx.companyId, table: 'card_vault', id, field: 'pan' }
  const pan = tx.services.seal.close(place, fields.pan)
  await setVault(tx, id, { pan, pan_hmac: cardHash(tx, fields.pan), key_id: keyOf(pan) })
}
