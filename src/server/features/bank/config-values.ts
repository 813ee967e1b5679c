import type { BankLimits } from '#contract/bank/bank-entities.ts'
import type { MethodKind } from '#contract/bank/method-kinds.ts'
import { accountProblem } from '#contract/requisites/account.ts'
import { refuse } from '#http/refusal.ts'
import type { Db } from '../../db/handle.ts'
import { providerOf } from './providers/all.ts'

interface ConfigFacts {
  readonly adapter: string
  readonly bik: string | null
  readonly account: string | null
  readonly defaultFor: readonly MethodKind[]
  readonly rawCardAllowed: boolean
  readonly pciCertificate: string | null
  readonly limits: BankLimits
}

/** Rules that hold for an agreement after every change; refuses at the fields. */
export function assertConfig(facts: ConfigFacts): void {
  const { account, bik } = facts
  const { methods, payerAccount, training } = providerOf(facts.adapter)
  const fields: Record<string, string> = {}
  const accountWrong = !payerAccount
    ? account !== null && 'У этого банка счёт не указывают'
    : account === null
      ? 'Укажите счёт, с которого платят'
      : accountProblem(account, bik ?? '')
  if (accountWrong) fields['account'] = accountWrong
  const foreign = facts.defaultFor.filter((kind) => !methods.includes(kind))
  if (foreign.length > 0) fields['default_for'] = 'Этот банк не платит таким способом'
  // A simulator keeps no card, so there is no certificate to ask for.
  if (facts.rawCardAllowed && facts.pciCertificate === null && !training)
    fields['pci_certificate'] = 'Укажите номер сертификата PCI DSS'
  Object.assign(fields, limitProblems(facts.limits))
  if (Object.keys(fields).length > 0) refuse('common.validation', { fields })
}

/** A limit that a smaller one exceeds could never be reached, so it is a mistake of typing. */
function limitProblems(limits: BankLimits): Record<string, string> {
  const { min_kop: least, per_payment_kop: one, per_day_kop: day, per_month_kop: month } = limits
  return {
    ...(one < least && { 'limits.per_payment_kop': 'Не меньше наименьшей суммы' }),
    ...(day < one && { 'limits.per_day_kop': 'Не меньше предела одной выплаты' }),
    ...(month < day && { 'limits.per_month_kop': 'Не меньше предела в день' }),
  }
}

/** Keys encrypted for this very agreement. */
export function encryptKeys(db: Db, id: string, keys: object): Buffer {
  const place = { companyId: db.companyId, table: 'bank_config', id, field: 'credentials' }
  return db.services.seal.close(place, JSON.stringify(keys))
}

/** The keys of an agreement; undefined when it has none. */
export function decryptKeys(
  db: Db,
  id: string,
  sealed: Buffer | null,
): Record<string, string> | undefined {
  if (sealed === null) return undefined
  const place = { companyId: db.companyId, table: 'bank_config', id, field: 'credentials' }
  return JSON.parse(db.services.seal.open(place, sealed)) as Record<string, string>
}
