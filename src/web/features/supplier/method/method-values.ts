import type { CardBrand } from '#contract/requisites/card.ts'
import type { PaymentMethod, SupplierCard } from '#contract/supplier/supplier-entities.ts'

/** Values of a method's form; a card's number is never filled in, because the server does not give it out. */
export type MethodValues = {
  kind: PaymentMethod['kind']
  title: string
  holder_name: string
  is_default: boolean
  sbp_phone: string | null
  sbp_bank_id: string | null
  bik: string
  account: string
  bank_name: string
  corr_account: string
  pan: string
  card_token: string
  card_last4: string
  card_brand: CardBrand | null
  card_issuer: string | null
  card_config_id: string
}

export function methodValues(card: SupplierCard, method?: PaymentMethod): MethodValues {
  return {
    kind: method?.kind ?? firstKind(card),
    title: method?.title ?? '',
    holder_name: method?.holder_name ?? card.name,
    is_default: method?.is_default ?? card.methods.every((one) => !one.is_default),
    sbp_phone: method ? method.sbp_phone : card.phone,
    sbp_bank_id: method?.sbp_bank_id ?? null,
    bik: method?.bik ?? '',
    account: method?.account ?? '',
    bank_name: method?.bank_name ?? '',
    corr_account: method?.corr_account ?? '',
    pan: '',
    card_token: '',
    card_last4: '',
    card_brand: null,
    card_issuer: null,
    card_config_id: '',
  }
}

/** Whether a card can be entered: the bank takes its number in a form of its own, or an agreement allows us to. */
export const takesCards = ({ raw_cards, card_form }: SupplierCard): boolean =>
  raw_cards || card_form !== null

/** Kinds that the company can pay now come first; before the first bank an account, which needs no bank's list. */
function firstKind(card: SupplierCard): MethodValues['kind'] {
  const { type, payable_kinds } = card
  const business = type === 'company' || type === 'ip'
  const order = business ? (['account', 'sbp'] as const) : (['sbp', 'account'] as const)
  const usual = order.find((kind) => payable_kinds.includes(kind))
  return usual ?? (takesCards(card) && payable_kinds.includes('card') ? 'card' : 'account')
}

/** The body of a new method. */
export function methodBody(values: MethodValues) {
  const { kind, holder_name, is_default } = values
  const title = values.title || undefined
  return { kind, holder_name, is_default, title, ...destination(values) }
}

/** The body of a change: an unchanged destination is not sent, because sending it would require a new check. */
export function methodChange(values: MethodValues, method: PaymentMethod) {
  const moved =
    values.sbp_phone !== method.sbp_phone ||
    values.sbp_bank_id !== method.sbp_bank_id ||
    (values.bik ?? '') !== (method.bik ?? '') ||
    (values.account ?? '') !== (method.account ?? '') ||
    (values.bank_name ?? '') !== (method.bank_name ?? '') ||
    (values.corr_account ?? '') !== (method.corr_account ?? '')
  return {
    supplierId: method.supplier_id,
    paymentMethodId: method.id,
    version: method.version,
    title: values.title || null,
    holder_name: values.holder_name,
    ...((method.kind === 'card' ? !!values.pan || !!values.card_token : moved) &&
      destination(values)),
  }
}

function destination(values: MethodValues) {
  if (values.kind === 'card')
    return values.card_token
      ? {
          card_token: values.card_token,
          card_last4: values.card_last4,
          card_brand: values.card_brand ?? undefined,
          card_issuer: values.card_issuer ?? undefined,
          card_config_id: values.card_config_id,
        }
      : { pan: values.pan?.replaceAll(/\s/g, '') || undefined }
  if (values.kind === 'sbp')
    return {
      sbp_phone: values.sbp_phone ?? undefined,
      sbp_bank_id: values.sbp_bank_id ?? undefined,
    }
  return {
    bik: values.bik,
    account: values.account,
    bank_name: values.bank_name || undefined,
    corr_account: values.corr_account || undefined,
  }
}
