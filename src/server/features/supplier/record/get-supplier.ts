import { describeProvider } from '#contract/bank/bank-providers.ts'
import type { MethodKind } from '#contract/bank/method-kinds.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { Consent } from '#contract/supplier/supplier-entities.ts'
import type { supplier } from '#contract/supplier/supplier.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { mustMay } from '../../../auth/rights/rights.ts'
import { inTransaction, type Db } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { findCardForm } from '../../bank/card-form/find-card-form.ts'
import { settingsOfSession } from '../../company/settings.ts'
import { scansOf } from '../../file/scan-queries.ts'
import { bankWarnings } from '../method/bank-warnings.ts'
import { balanceOf, personPhotos, yearWarning } from './card-queries.ts'
import { consentsOf } from '../consent/consent-queries.ts'
import { consentToSign } from '../consent/consent-text.ts'
import { aliasesOf } from '../merge/merge-queries.ts'
import { methodsOf, payingAdapters, rawCardsAllowed } from '../method/method-queries.ts'
import { shownMethod } from '../method/method-row.ts'
import { supplierName } from './supplier-name.ts'
import { findSupplierRow, type SupplierRow } from './supplier-queries.ts'
import { presentSupplierRow } from './supplier-row.ts'

/** supplier/getSupplier: the card; the whole document only on request, with its right, and recorded. */
export async function getSupplier(
  db: Db,
  input: CallInput<typeof supplier.get>,
): Promise<Answer<typeof supplier.get>> {
  const { id, personal } = input.query
  const row = await findSupplierRow(db, id)
  if (!row) refuse('common.not-found')
  const whole = personal === '1'
  if (whole) {
    mustMay(db, 'supplier.personal')
    await auditReading(db, id)
  }
  const [methods, consents, scans, balance, consent, rest] = await Promise.all([
    methodsOf(db, id),
    consentsOf(db, id),
    scansOf(db, 'supplier', id),
    balanceOf(db, id),
    consentToSign(db, row, { masked: !whole }),
    kinOf(db, row),
  ])
  const warnings = await bankWarnings(db, methods)
  return {
    ...presentSupplierRow(db, row, whole),
    methods: methods.map((method) => ({
      ...shownMethod(method),
      bank_warning: warnings.get(method.id)?.bank_warning ?? null,
      directory_warning: warnings.get(method.id)?.directory_warning ?? null,
    })),
    consents: consents as Consent[],
    consent,
    scans: scans as Answer<typeof supplier.get>['scans'],
    balance,
    ...rest,
  }
}

/** Records of the same supplier, the pictures and the yearly sum above which payouts are watched. */
async function kinOf(db: Db, row: SupplierRow) {
  const [aliases, photos, warning, rawCards, adapters, cardForm, survivor] = await Promise.all([
    aliasesOf(db, row.id),
    personPhotos(db, row.id),
    yearWarning(db),
    rawCardsAllowed(db),
    payingAdapters(db),
    findCardForm(db),
    row.merged_into ? findSupplierRow(db, row.merged_into) : undefined,
  ])
  return {
    merged_into_name: survivor ? supplierName(survivor) : null,
    aliases: aliases.map((one) => ({
      id: one.id,
      name: supplierName(one),
      inn: one.inn,
      merged_at: one.merged_at!,
    })),
    photos,
    ytd_warn_kop: warning,
    raw_cards: rawCards,
    payable_kinds: payableKinds(db, adapters),
    card_form: cardForm,
  }
}

function payableKinds(db: Db, adapters: readonly string[]): MethodKind[] {
  const paid = new Set(adapters.flatMap((adapter) => describeProvider(adapter).methods))
  return settingsOfSession(db).modules_cfg.payment!.methods.filter((kind) => paid.has(kind))
}

/** Records that the whole document of a supplier was read. */
export async function auditReading(db: Db, id: string): Promise<void> {
  await inTransaction(db, async (tx) =>
    addAuditEvent(tx, { action: 'supplier.view', entity: 'supplier', id, quiet: true }),
  )
}
