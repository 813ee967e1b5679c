import { formatPhone } from '#contract/requisites/phone.ts'
import type { MergePart, Supplier } from '#contract/supplier/supplier-entities.ts'
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
  return PARTS.map(([part, title, words]) => {
    const [one, two] = [words(keep), words(drop)]
    return { part, title, keep: one, drop: two, same: one === two && !MASKED_PARTS.includes(part) }
  }).filter(({ keep: one, drop: two }) => one !== '' || two !== '')
}

/** Values that the remaining record lacks are taken by default; everything else is the user's choice. */
export function usualTake(lines: readonly MergeLine[]): MergePart[] {
  return lines.filter(({ keep, drop }) => keep === '' && drop !== '').map(({ part }) => part)
}

const joinParts = (...parts: (string | null | undefined | false)[]) =>
  parts.filter(Boolean).join(', ')

const PARTS: [MergePart, string, (row: Supplier) => string][] = [
  ['name', 'Имя', (row) => row.name],
  [
    'birth',
    'Рождение',
    (row) =>
      joinParts(
        row.birth_date && day(row.birth_date),
        row.birth_place,
        row.birth_date && row.citizenship,
      ),
  ],
  [
    'document',
    'Документ',
    (row) =>
      row.doc
        ? joinParts(row.doc.masked, row.doc_expires_on && `действует до ${day(row.doc_expires_on)}`)
        : '',
  ],
  ['inn', 'ИНН', (row) => row.inn ?? ''],
  ['snils', 'СНИЛС', (row) => row.snils_masked ?? ''],
  ['reg_address', 'Адрес регистрации', (row) => row.reg_address ?? ''],
  ['fact_address', 'Второй адрес', (row) => row.fact_address ?? ''],
  [
    'registration',
    'Регистрация',
    (row) =>
      joinParts(row.kpp && `КПП ${row.kpp}`, row.ogrn && `ОГРН ${row.ogrn}`, row.org_address),
  ],
  [
    'representatives',
    'Представители',
    (row) => row.representatives.map(({ full_name }) => full_name).join(', '),
  ],
  ['phone', 'Телефон', (row) => (row.phone ? formatPhone(row.phone) : '')],
  ['email', 'Эл. почта', (row) => row.email ?? ''],
  ['comment', 'Примечание', (row) => row.comment ?? ''],
  [
    'terms',
    'Условия',
    (row) => joinParts(row.vat_mode === 'vat_payer' && 'платит НДС', row.price_column_title),
  ],
]
