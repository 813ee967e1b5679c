import type * as z from 'zod/mini'
import type { updateSupplier } from '#contract/supplier/supplier-input.ts'
import { refuse } from '#http/refusal.ts'
import type { Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { clearFlag } from '../../../flags.ts'
import { markPhotosDeleted } from '../../file/file-queries.ts'
import { consentToSign } from './consent-text.ts'
import {
  endConsent,
  findConsentFile,
  insertConsent,
  lockSignedConsent,
  type SignedConsent,
} from './consent-queries.ts'
import { forgetInAliases } from '../merge/merge-queries.ts'
import { consentEnd } from '../record/kyc.ts'
import { changeSupplier, type SupplierRow } from '../record/supplier-queries.ts'

type Part = NonNullable<z.output<typeof updateSupplier>['consent']>
type GivenConsent = Extract<Part, { file_id: string }>
type Withdrawn = Exclude<Part, GivenConsent>

/** none, withdrawn, expired → signed: a new row over a scan of the text that was signed. */
export async function giveConsent(
  tx: Tx,
  row: SupplierRow,
  given: GivenConsent,
): Promise<string[]> {
  const signed = await lockSignedConsent(tx, row.id)
  if (signed && signed.file_id === given.file_id) return []
  await makeRoom(tx, row, signed)
  const file = await findConsentFile(tx, given.file_id, row.id)
  if (!file)
    refuse('common.not-found', { fields: { 'consent.file_id': 'Скан согласия не найден' } })
  const fields = givenProblems(given, file.text_version, row.today)
  if (fields) refuse('common.validation', { fields })
  const text = await consentToSign(tx, row, { version: given.text_version })
  const id = uuidv7()
  await insertConsent(tx, id, row.id, {
    ...given,
    text_sha256: Buffer.from(text.sha256, 'hex'),
    valid_until: consentEnd(given.given_at),
  })
  await changeSupplier(tx, row.id, { flags: JSON.stringify(clearFlag(row.flags, 'no_consent')) })
  addAuditEvent(tx, {
    action: 'consent.sign',
    entity: 'consent',
    id,
    after: { supplier_id: row.id, text_version: given.text_version, given_at: given.given_at },
  })
  return []
}

/** A signed consent blocks a new one, unless its term is over and only the nightly job has not marked it. */
async function makeRoom(tx: Tx, row: SupplierRow, signed: SignedConsent | undefined) {
  if (!signed) return
  if (signed.valid_until >= row.today) refuse('common.bad-transition')
  await endConsent(tx, signed.id, { status: 'expired' })
  addAuditEvent(tx, { action: 'consent.expire', entity: 'consent', id: signed.id })
}

function givenProblems(
  given: GivenConsent,
  scanned: string | null,
  day: string,
): Record<string, string> | undefined {
  if (given.given_at > day) return { 'consent.given_at': 'Дата согласия не может быть в будущем' }
  if (consentEnd(given.given_at) < day)
    return { 'consent.given_at': 'Этому согласию больше пяти лет: нужно новое' }
  if (scanned !== given.text_version)
    return { 'consent.text_version': 'На скане согласие другой версии текста' }
  return undefined
}

/**
 * signed → withdrawn: photo, e-mail and second address go, from records merged into this one too; what the law requires to
 * be kept stays. Answers the keys of the photos' bytes.
 */
export async function withdrawConsent(
  tx: Tx,
  row: SupplierRow,
  withdrawn: Withdrawn,
): Promise<string[]> {
  const signed = await lockSignedConsent(tx, row.id)
  if (!signed) return row.consent_status === 'withdrawn' ? [] : refuse('common.bad-transition')
  const { withdrawn_at, withdrawn_how } = withdrawn
  if (withdrawn_at > row.today || withdrawn_at < signed.given_on)
    refuse('common.validation', {
      fields: { 'consent.withdrawn_at': 'Отозвать можно со дня согласия и не позже сегодняшнего' },
    })
  await endConsent(tx, signed.id, { status: 'withdrawn', withdrawn_at, withdrawn_how })
  await changeSupplier(tx, row.id, { email: null, fact_address: null })
  await forgetInAliases(tx, row.id)
  addAuditEvent(tx, {
    action: 'consent.withdraw',
    entity: 'consent',
    id: signed.id,
    after: { supplier_id: row.id, withdrawn_at, withdrawn_how },
  })
  return markPhotosDeleted(tx, row.id)
}
