import { fieldNames } from '#contract/record/record-field.ts'
import { supplierFields } from '#contract/supplier/supplier-record.ts'
import { maskPersonal } from '../../audit/mask-personal.ts'
import type { SupplierRow } from './supplier-queries.ts'

const names = fieldNames(supplierFields)
/** Fields that identify a person: the audit shows that they changed, not their values (security.md 7.1). */
const PERSONAL = names.filter((name) => supplierFields[name].personal)
const ENCRYPTED_FIELDS = ['doc', 'snils', 'representatives'] as const
const PLAIN = [
  'type',
  'single_name',
  'doc_expires_on',
  ...names.filter((name) => !supplierFields[name].personal),
  'status',
  'status_reason',
] as const

type AuditedFields = Pick<SupplierRow, (typeof ENCRYPTED_FIELDS | typeof PLAIN)[number]>
type Part = Record<string, unknown>

/** The changed fields before and after, personal ones masked, sealed ones only named. */
export function supplierChanges(
  before: Partial<AuditedFields> | null,
  after: Partial<AuditedFields>,
): { before: Part; after: Part } {
  const changes = { before: {} as Part, after: {} as Part }
  const note = (field: keyof AuditedFields, show: (value: unknown) => unknown) => {
    if (before && same(before[field], after[field])) return
    if (before) changes.before[field] = show(before[field])
    if (before || !isEmpty(after[field])) changes.after[field] = show(after[field])
  }
  for (const field of PERSONAL) note(field, maskPersonal)
  for (const field of ENCRYPTED_FIELDS) note(field, (value) => (isEmpty(value) ? null : '***'))
  for (const field of PLAIN) note(field, (value) => value)
  return changes
}

function same(a: unknown, b: unknown): boolean {
  if (Buffer.isBuffer(a) && Buffer.isBuffer(b)) return a.equals(b)
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}
