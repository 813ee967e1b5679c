import type { CallInput } from '#contract/call.ts'
import type { Consent } from '#contract/supplier-entities.ts'
import type { supplier } from '#contract/supplier.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { mustMay } from '../../auth/rights.ts'
import { inTransaction, type Db } from '../../db/handle.ts'
import { trace } from '../../db/trail.ts'
import { scansOf } from '../file/scan-queries.ts'
import { balanceOf } from './card-queries.ts'
import { consentsOf } from './consent-queries.ts'
import { consentToSign } from './consent-text.ts'
import { methodsOf } from './method-queries.ts'
import { shownMethod } from './method-row.ts'
import { findSupplierRow } from './supplier-queries.ts'
import { shownOneSupplier } from './supplier-row.ts'

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
    await recordLook(db, id)
  }
  const [methods, consents, scans, balance, consent] = await Promise.all([
    methodsOf(db, id),
    consentsOf(db, id),
    scansOf(db, 'supplier', id),
    balanceOf(db, id),
    consentToSign(db, row, { masked: !whole }),
  ])
  return {
    ...shownOneSupplier(db, row, whole),
    methods: methods.map(shownMethod),
    consents: consents as Consent[],
    consent,
    scans: scans as Answer<typeof supplier.get>['scans'],
    balance,
  }
}

async function recordLook(db: Db, id: string): Promise<void> {
  await inTransaction(db, async (tx) =>
    trace(tx, { action: 'supplier.view', entity: 'supplier', id, quiet: true }),
  )
}
