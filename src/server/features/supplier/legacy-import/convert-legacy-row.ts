import { holdsCardNumber } from '#contract/core/shapes.ts'
import { accountProblem, normalizeAccount } from '#contract/requisites/account.ts'
import { normalizeBik } from '#contract/requisites/bik.ts'
import { emailProblem } from '#contract/requisites/email.ts'
import { innProblem, normalizeInn } from '#contract/requisites/inn.ts'
import { kppProblem, normalizeKpp } from '#contract/requisites/kpp.ts'
import { normalizeOgrn, ogrnipProblem, ogrnProblem } from '#contract/requisites/ogrn.ts'
import { birthDateProblem } from '#contract/requisites/passport.ts'
import { normalizeSnils, snilsProblem } from '#contract/requisites/snils.ts'
import { supplierTypes, type SupplierType } from '#contract/supplier/supplier-kinds.ts'
import { quote } from '#contract/words/quote.ts'
import { shorten } from '../../../text/shorten.ts'
import { maskDocument } from '../record/identity.ts'
import { supplierName } from '../record/supplier-name.ts'
import type { SupplierFields } from '../record/supplier-values.ts'
import { oldDocument, oldPhone, oldDay } from './old-values.ts'
import { oldNames, within } from './legacy-names.ts'
import { oldValues, type OldColumn, type OldRow } from './old-row.ts'

/** A row of the old database after validation: the values that can be copied and messages about the rest. */
export interface ConvertedSupplier {
  readonly legacyId: string
  readonly type: SupplierType
  readonly name: string
  /** Valid values only. */
  readonly fields: SupplierFields & { type: SupplierType }
  /** Series and number of the passport by which the same person is known again, also where the rest is missing. */
  readonly document: string | null
  readonly docMasked: string | null
  readonly account: { account: string; bik: string; bank_name: string | null } | null
  readonly problems: readonly string[]
}

// As many as the answer carries.
const MAX_PROBLEMS = 30
const MAX_PROBLEM = 300
const MAX_ID = 64
/** Shown beside the name, never copied. */
export const MAX_PLATES = 200
// The receiver's name of a payment order (supplier-input.ts).
const MAX_HOLDER = 160
const MAX_BANK = 160

/** `today` is the company's day. Nothing is guessed: a value is copied, corrected by a reported rule, or left out. */
export function convertLegacyRow(raw: OldRow, today: string): ConvertedSupplier {
  const problems: string[] = [...(raw.notes ?? [])]
  const report = (text: string) => void problems.push(text)
  const row = cleanRow(raw, report)
  const type = typeOf(row, report)
  const names = oldNames(row, type, report)
  const birth_date = birthOf(row, today, report)
  const passport = oldDocument(row, birth_date, today, report)
  const address = within(row.reg_address, 500, 'Адрес', report) || null
  within(row.plates, MAX_PLATES, 'Номера машин', report)
  const name = supplierName({ ...names, type }) || row.full_name || row.org_name || 'Без имени'
  const fields = {
    type,
    ...names,
    birth_date: type === 'company' ? null : birth_date,
    doc: type === 'company' ? null : passport.doc,
    reg_address: type === 'company' ? null : address,
    org_address: type === 'company' ? address : null,
    phone: oldPhone(row.phone, report),
    email: takeValue(row.email, emailProblem, (v) => v, report),
    inn: takeValue(
      row.inn,
      (v) => innProblem(v, type === 'company' ? 10 : 12),
      normalizeInn,
      report,
    ),
    snils: takeValue(row.snils, snilsProblem, normalizeSnils, report),
    ...registryNumbers(row, type, report),
  }
  return {
    legacyId: row.legacy_id,
    type,
    name,
    fields,
    document: type === 'company' ? null : passport.text,
    docMasked: passport.numberParts && maskDocument(passport.numberParts),
    account: accountOf(row, name, report),
    problems: shownProblems(problems),
  }
}

type ReportProblem = (text: string) => void

/** Limits the number and length of the messages to what an answer carries; says when there are more. */
export function shownProblems(problems: readonly string[]): string[] {
  const shown = problems.map((text) => shorten(text, MAX_PROBLEM))
  if (shown.length <= MAX_PROBLEMS) return shown
  const others = shown.length - MAX_PROBLEMS + 1
  return [...shown.slice(0, MAX_PROBLEMS - 1), `И ещё замечаний: ${others}`]
}

const TITLES: Partial<Record<OldColumn, string>> = {
  legacy_id: 'Номер записи',
  phone: 'Телефон',
  account: 'Счёт',
  reg_address: 'Адрес',
  last_name: 'Фамилия',
  first_name: 'Имя',
  middle_name: 'Отчество',
  full_name: 'Имя',
  org_name: 'Название организации',
}

/** One line of text each, without what no text may hold; a card's number goes no further (payments.md 9). */
function cleanRow(raw: OldRow, report: ReportProblem): OldRow {
  const row = oldValues((column) => {
    const text = raw[column]
      .toWellFormed()
      .normalize('NFC')
      .replaceAll(/[\p{Cc}\p{Cf}\ufffe\uffff]/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
    if (text.includes('\ufffd')) {
      report(`${TITLES[column] ?? 'Поле'}: буквы испорчены, не переносится`)
      return ''
    }
    if (!holdsCardNumber(text.replaceAll(/(?<=\d)[ -](?=\d)/g, ''))) return text
    // Two phones written together may look like a card by chance, and are treated as phones.
    if (column === 'phone') return text
    report(`${TITLES[column] ?? 'Поле'}: похоже на номер карты, он не переносится`)
    return ''
  })
  if (row.legacy_id === '') report('Нет номера записи: перенести её нельзя')
  const tooLong = row.legacy_id.length > MAX_ID
  if (tooLong) report(`Номер записи длиннее ${MAX_ID} знаков: перенести её нельзя`)
  // Its beginning may be the number of another record.
  return tooLong ? { ...row, legacy_id: '' } : row
}

function typeOf({ type }: OldRow, report: ReportProblem): SupplierType {
  const supplierType = supplierTypes.find((one) => one === type.toLowerCase())
  if (type !== '' && !supplierType)
    report(`Вид ${quote(shorten(type, 40))} неизвестен: принят за физическое лицо`)
  return supplierType ?? 'person'
}

function birthOf({ birth_date }: OldRow, today: string, report: ReportProblem): string | null {
  if (birth_date === '') return null
  const day = oldDay(birth_date)
  const problem = day === undefined ? 'такой даты нет' : birthDateProblem(day, today)
  if (problem === undefined) return day!
  report(`Дата рождения ${quote(shorten(birth_date, 20))} не принята: ${lowerFirst(problem)}`)
  return null
}

/** A value that its checker takes, in its stored form; an invalid value is reported and left empty. */
function takeValue(
  text: string,
  problem: (value: string) => string | undefined,
  normal: (value: string) => string,
  report: ReportProblem,
): string | null {
  if (text === '') return null
  const wrong = problem(text)
  if (wrong === undefined) return normal(text)
  report(`${wrong.replace(/\.?$/, '')}: ${quote(shorten(text, 40))} не переносится`)
  return null
}

function registryNumbers(row: OldRow, type: SupplierType, report: ReportProblem) {
  const kpp = type === 'company' ? takeValue(row.kpp, kppProblem, normalizeKpp, report) : null
  if (type !== 'company' && row.kpp !== '')
    report('КПП бывает только у организации: не переносится')
  if (type === 'company' || type === 'ip')
    return {
      kpp,
      ogrn: takeValue(row.ogrn, type === 'ip' ? ogrnipProblem : ogrnProblem, normalizeOgrn, report),
    }
  if (row.ogrn !== '') report('У человека ОГРН не бывает: не переносится')
  return { kpp, ogrn: null }
}

function accountOf(
  row: OldRow,
  holder: string,
  report: ReportProblem,
): ConvertedSupplier['account'] {
  if (row.account === '') return null
  const problem = accountProblem(row.account, row.bik)
  if (problem) {
    report(`${problem.replace(/\.?$/, '')}: счёт не переносится`)
    return null
  }
  if (holder.length > MAX_HOLDER) {
    report(`Получатель длиннее ${MAX_HOLDER} знаков: счёт не переносится`)
    return null
  }
  return {
    account: normalizeAccount(row.account),
    bik: normalizeBik(row.bik),
    bank_name: within(row.bank_name, MAX_BANK, 'Название банка', report) || null,
  }
}

const lowerFirst = (text: string) => text.slice(0, 1).toLowerCase() + text.slice(1)
