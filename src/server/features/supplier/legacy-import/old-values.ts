import {
  deptCodeProblem,
  passportIssuedProblem,
  passportNumberProblem,
  passportSeriesProblem,
} from '#contract/requisites/passport.ts'
import { formatPhone, mobilePhoneProblem, normalizePhone } from '#contract/requisites/phone.ts'
import { isDay } from '#contract/requisites/calendar.ts'
import { quote } from '#contract/words/quote.ts'
import { shorten } from '../../../text/shorten.ts'
import type { SupplierFields } from '../record/supplier-values.ts'
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
        : `Дата выдачи ${quote(shorten(row.doc_issued_at, 20))} не принята`
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

/** A day as old bases write it, `YYYY-MM-DD` or `DD.MM.YYYY` (domain.md 10), a midnight behind it ignored. */
export function oldDay(text: string): string | undefined {
  const bare = text.replace(/[ T]00:00(:00(\.0+)?)?$/, '')
  const russian = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(bare)
  const day = russian ? `${russian[3]}-${russian[2]}-${russian[1]}` : bare
  return isDay(day) && day >= '1900-01-01' ? day : undefined
}

/** The first mobile number in a typed text, also of two written together; the others are reported. */
export function oldPhone(text: string, report: (text: string) => void): string | null {
  if (text === '') return null
  const numbers = pieces(text).map((piece) => normalizePhone(piece))
  const mobile = [...new Set(numbers)].filter(
    (number): number is string => number !== undefined && mobilePhoneProblem(number) === undefined,
  )
  if (mobile.length === 0) {
    // A long run of digits may be a card's number, which is repeated nowhere (payments.md 9).
    const shown = text.replaceAll(/\D/g, '').length < 16 ? ` ${quote(shorten(text, 40))}` : ''
    report(`Телефон${shown} не переносится: нужен мобильный номер России`)
    return null
  }
  if (mobile.length > 1)
    report(
      `Телефонов несколько: взят первый, остался ${mobile.slice(1).map(formatPhone).join(', ')}`,
    )
  else if (numbers.length > 1) report('Часть телефона не распознана: взят мобильный номер')
  return mobile[0]!
}

/** Splits at separators, and between two whole numbers of eleven digits without a separator. */
function pieces(text: string): string[] {
  return text
    .split(/[,;/|]|\s+и\s+|\s{2,}/)
    .flatMap((part) => {
      const digits = part.replaceAll(/\D/g, '')
      return /^([78]\d{10})([78]\d{10})$/.exec(digits)?.slice(1) ?? [part]
    })
    .map((part) => part.trim())
    .filter(Boolean)
}
