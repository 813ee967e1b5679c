import { adapterMethods, type BankAdapter, type MethodKind } from '#contract/bank/bank-entities.ts'
import { accountProblem } from '#contract/requisites/account.ts'
import { refuse } from '#http/refusal.ts'
import type { Db } from '../../db/handle.ts'

interface ConfigFacts {
  readonly adapter: BankAdapter
  readonly bik: string | null
  readonly account: string | null
  readonly defaultFor: readonly MethodKind[]
  readonly rawCardAllowed: boolean
  readonly pciCertificate: string | null
}

/** Providers that pay from a balance of theirs know no account of the payer (domain.md 2.2). */
const WITHOUT_ACCOUNT: readonly BankAdapter[] = ['sandbox', 'yookassa']

/** What an agreement must be whatever changed in it; refuses at the fields. */
export function assertConfig(facts: ConfigFacts): void {
  const { adapter, account, bik } = facts
  const fields: Record<string, string> = {}
  const accountWrong = WITHOUT_ACCOUNT.includes(adapter)
    ? account !== null && 'У этого банка счёт не указывают'
    : account === null
      ? 'Укажите счёт, с которого платят'
      : accountProblem(account, bik ?? '')
  if (accountWrong) fields['account'] = accountWrong
  const foreign = facts.defaultFor.filter((kind) => !adapterMethods[adapter].includes(kind))
  if (foreign.length > 0) fields['default_for'] = 'Этот банк не платит таким способом'
  // The training bank keeps no card, so it has no certificate to ask for.
  if (facts.rawCardAllowed && facts.pciCertificate === null && adapter !== 'sandbox')
    fields['pci_certificate'] = 'Укажите номер сертификата PCI DSS'
  if (Object.keys(fields).length > 0) refuse('common.validation', { fields })
}

/** Keys sealed for this very agreement. */
export function encryptKeys(db: Db, id: string, keys: object): Buffer {
  const place = { companyId: db.companyId, table: 'bank_config', id, field: 'credentials' }
  return db.services.seal.close(place, JSON.stringify(keys))
}

/** The keys that stand, for comparing; undefined when there are none. */
export function openKeys(
  db: Db,
  id: string,
  sealed: Buffer | null,
): Record<string, string> | undefined {
  if (sealed === null) return undefined
  const place = { companyId: db.companyId, table: 'bank_config', id, field: 'credentials' }
  return JSON.parse(db.services.seal.open(place, sealed)) as Record<string, string>
}
