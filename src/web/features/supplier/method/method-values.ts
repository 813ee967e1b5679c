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
  pan: string
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
    pan: '',
  }
}

/** Kinds that the company can pay now come first; before the first bank an account, which needs no bank's list. */
function firstKind({ type, payable_kinds, raw_cards }: SupplierCard): MethodValues['kind'] {
  const business = type === 'company' || type === 'ip'
  const order = business ? (['account', 'sbp'] as const) : (['sbp', 'account'] as const)
  const usual = order.find((kind) => payable_kinds.includes(kind))
  return usual ?? (raw_cards && payable_kinds.includes('card') ? 'card' : 'account')
}

/** The body of a new method. */
export function methodBody(values: MethodValues): Record<string, unknown> {
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
    (values.bank_name ?? '') !== (method.bank_name ?? '')
  return {
    supplierId: method.supplier_id,
    paymentMethodId: method.id,
    version: method.version,
    title: values.title || null,
    holder_name: values.holder_name,
    ...((method.kind === 'card' ? !!values.pan : moved) && destination(values)),
  }
}

function destination(values: MethodValues): Record<string, unknown> {
  if (values.kind === 'card') return { pan: values.pan?.replaceAll(/\s/g, '') || undefined }
  if (values.kind === 'sbp')
    return {
      sbp_phone: values.sbp_phone ?? undefined,
      sbp_bank_id: values.sbp_bank_id ?? undefined,
    }
  return {
    bik: values.bik,
    account: values.account,
    bank_name: values.bank_name || undefined,
  }
}
