import { supplier } from '#contract/supplier/supplier.ts'
import { supplierTypeTitles } from '#contract/core/display-text.ts'
import { formatPhone } from '#contract/requisites/phone.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import { may } from '../../../../auth/rights/rights.ts'
import { maskedMethodLabel } from '../../../supplier/method/method-row.ts'
import { supplierName } from '../../../supplier/record/supplier-name.ts'
import { reportKind } from '../../report-kind.ts'
import { walkDuplicates, type Duplicate } from './duplicates-queries.ts'

const REASONS: Record<Duplicate['reason'], string> = {
  phone: 'Один телефон',
  account: 'Одни реквизиты выплаты',
  person: 'Одно имя и дата рождения',
  plate: 'Одна машина',
}

interface Row extends Duplicate {
  readonly common: string
}

export const duplicates = reportKind({
  type: 'duplicates',
  title: 'Дубли поставщиков',
  sentence: 'Кто из поставщиков заведён дважды',
  permission: 'report.control',
  source: supplier.getAll,
  params: {},
  columns: {
    supplier: { title: 'Поставщик', kind: 'text', value: (row: Row) => supplierName(row) },
    reason: { title: 'Что совпало', kind: 'text', value: (row) => REASONS[row.reason] },
    common: { title: 'Значение', kind: 'text', value: (row) => row.common },
    type: { title: 'Вид', kind: 'text', value: (row) => supplierTypeTitles[row.type] },
    inn: { title: 'ИНН', kind: 'text', value: (row) => row.inn },
    phone: { title: 'Телефон', kind: 'text', value: (row) => row.phone && formatPhone(row.phone) },
    visit: { title: 'Был', kind: 'day', value: (row) => row.last_visit_at },
    status: { title: 'Статус', kind: 'status', of: 'supplier', value: (row) => row.status },
  },
  formats: ['xlsx', 'csv'],
  opens: ({ id }) => `/operator/suppliers?id=${id}`,
  async *rows(db) {
    const personal = may(db, 'supplier.personal')
    for await (const row of walkDuplicates(db)) yield { ...row, common: commonOf(row, personal) }
  },
})

/** What both have; where money goes is masked for everybody, the day of birth without the right to personal data. */
function commonOf(row: Duplicate, personal: boolean): string {
  if (row.reason === 'account') return maskedMethodLabel({ ...row, kind: row.kind! })
  if (row.reason === 'person') return personal ? russianDay(row.birth_date!) : '••.••.••••'
  const word = row.phone_or_plate ?? ''
  return row.reason === 'phone' ? formatPhone(word) : word
}
