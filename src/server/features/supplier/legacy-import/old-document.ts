import {
  deptCodeProblem,
  passportIssuedProblem,
  passportNumberProblem,
  passportSeriesProblem,
} from '#contract/requisites/passport.ts'
import { shorten } from '../../../text/shorten.ts'
import type { SupplierFields } from '../record/supplier-values.ts'
import { oldDay } from './old-day.ts'
import type { OldRow } from './old-row.ts'

export interface OldDocument {
  readonly doc: NonNullable<SupplierFields['doc']> | null
  readonly text: string | null
  readonly numberParts: { series: string; number: string } | null
}

/** A Russian passport: its number identifies its owner, but only a complete one is copied. */
export function oldDocument(
  row: OldRow,
  birth: string | null,
  today: string,
  report: (text: string) => void,
): OldDocument {
  const series = row.doc_series.replaceAll(/\D/g, '')
  const number = row.doc_number.replaceAll(/\D/g, '')
  if (row.doc_series === '' && row.doc_number === '')
    return { doc: null, text: null, numberParts: null }
  const numberParts = { series, number }
  const wrong = passportSeriesProblem(series) ?? passportNumberProblem(number)
  if (wrong) {
    report(`${wrong}: паспорт не переносится`)
    return { doc: null, text: null, numberParts }
  }
  const text = series + number
  const issued_at = oldDay(row.doc_issued_at)
  const dept_code = row.doc_dept_code.replace(/^(\d{3})\s*[- ]?\s*(\d{3})$/, '$1-$2')
  const missing =
    (issued_at === undefined
      ? row.doc_issued_at === ''
        ? 'Нет даты выдачи'
        : `Дата выдачи «${shorten(row.doc_issued_at, 20)}» не принята`
      : passportIssuedProblem(issued_at, birth ?? '', today)) ??
    (row.doc_issued_by === '' ? 'Не указано, кем выдан' : undefined) ??
    (row.doc_issued_by.length > 300 ? 'Слишком длинно, кем выдан' : undefined) ??
    deptCodeProblem(dept_code)
  if (missing) {
    report(`${missing}: паспорт не переносится`)
    return { doc: null, text, numberParts }
  }
  const doc = {
    type: 'rf_passport' as const,
    series,
    number,
    issued_by: row.doc_issued_by,
    issued_at: issued_at!,
    dept_code,
  }
  return { doc, text, numberParts }
}
