import type { RecordField } from '#contract/record/record-field.ts'
import type { Supplier } from '#contract/supplier/supplier-entities.ts'
import {
  isMergeGroup,
  mergeParts,
  supplierFields,
  type MergeGroup,
  type MergePart,
} from '#contract/supplier/supplier-record.ts'
import { fieldText } from '#web/ui/form/record-values.ts'
import { day } from '#web/ui/format.ts'

/** One part of both records as words; empty where there is nothing. */
export interface MergeLine {
  part: MergePart
  title: string
  keep: string
  drop: string
  /** Nothing to choose between. */
  same: boolean
}

// Two equal masks may hide two different numbers.
const MASKED_PARTS: readonly MergePart[] = ['document', 'snils']

/** Parts that at least one of the two has. */
export function mergeLines(keep: Supplier, drop: Supplier): MergeLine[] {
  return PARTS.map((part) => {
    const { title, words } = isMergeGroup(part) ? GROUPS[part] : singleField(part)
    const [one, two] = [words(keep), words(drop)]
    return { part, title, keep: one, drop: two, same: one === two && !MASKED_PARTS.includes(part) }
  }).filter(({ keep: one, drop: two }) => one !== '' || two !== '')
}

function singleField(part: Exclude<MergePart, MergeGroup>): PartWords {
  const field: RecordField = supplierFields[part]
  return { title: field.audit ?? field.label, words: (row) => fieldText(field, row[part]) }
}

/** Values that the remaining record lacks are taken by default; everything else is the user's choice. */
export function usualTake(lines: readonly MergeLine[]): MergePart[] {
  return lines.filter(({ keep, drop }) => keep === '' && drop !== '').map(({ part }) => part)
}

const joinParts = (...parts: (string | null | undefined | false)[]) =>
  parts.filter(Boolean).join(', ')

interface PartWords {
  title: string
  words: (row: Supplier) => string
}

const GROUPS: Record<MergeGroup, PartWords> = {
  name: { title: 'Имя', words: (row) => row.name },
  birth: {
    title: 'Рождение',
    words: (row) =>
      joinParts(
        row.birth_date && day(row.birth_date),
        row.birth_place,
        row.birth_date && row.citizenship,
      ),
  },
  document: {
    title: 'Документ',
    words: (row) =>
      row.doc
        ? joinParts(row.doc.masked, row.doc_expires_on && `действует до ${day(row.doc_expires_on)}`)
        : '',
  },
  snils: { title: 'СНИЛС', words: (row) => row.snils_masked ?? '' },
  registration: {
    title: 'Регистрация',
    words: (row) =>
      joinParts(row.kpp && `КПП ${row.kpp}`, row.ogrn && `ОГРН ${row.ogrn}`, row.org_address),
  },
  representatives: {
    title: 'Представители',
    words: (row) => row.representatives.map(({ full_name }) => full_name).join(', '),
  },
  terms: {
    title: 'Условия',
    words: (row) => joinParts(row.vat_mode === 'vat_payer' && 'платит НДС', row.price_column_title),
  },
}

// Who it is comes first, on what terms last.
const FIRST: readonly MergePart[] = [
  'name',
  'birth',
  'document',
  'inn',
  'snils',
  'reg_address',
  'fact_address',
  'registration',
  'representatives',
]
const others = mergeParts.filter((part) => part !== 'terms' && !FIRST.includes(part))
const PARTS: readonly MergePart[] = [...FIRST, ...others, 'terms']
