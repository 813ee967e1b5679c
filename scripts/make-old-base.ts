import { writeFileSync } from 'node:fs'
import path from 'node:path'
import iconv from 'iconv-lite'
import { chance, type Chance } from '#server/demo/chance.ts'
import {
  DEMO_BIK,
  demoAccount,
  demoCompanyInn,
  demoOgrn,
  demoPersonInn,
} from '#server/demo/requisites.ts'
import { OLD_COLUMNS, type OldValues } from '#server/features/supplier/legacy-import/old-row.ts'

/** Writes the demo's previous database: 500 suppliers with the errors of such files. The same bytes at every run. */
const FILE = path.resolve(import.meta.dirname, '../src/server/demo/old-base.csv')
const ROWS = 500
// Beyond the numbers of the demo company's own suppliers, but for those who are meant to be met again.
const OWN = 5000

// Names are in one column, as in most such databases.
type Apart = 'last_name' | 'first_name' | 'middle_name'
type Row = Omit<OldValues, Apart>
const HEADER = OLD_COLUMNS.filter((name): name is keyof Row => !/^(last|first|middle)_/.test(name))

const NAMES = [
  'Александр',
  'Борис',
  'Вадим',
  'Геннадий',
  'Денис',
  'Егор',
  'Захар',
  'Илья',
  'Константин',
  'Леонид',
  'Максим',
  'Никита',
  'Павел',
  'Руслан',
  'Степан',
  'Тимофей',
  'Фёдор',
]
const FATHERS = [
  'Андреевич',
  'Витальевич',
  'Геннадьевич',
  'Дмитриевич',
  'Евгеньевич',
  'Игоревич',
  'Львович',
  'Михайлович',
  'Олегович',
  'Сергеевич',
  'Юрьевич',
]
const SURNAMES = [
  'Агапов',
  'Белкин',
  'Воронцов',
  'Гордеев',
  'Дементьев',
  'Елисеев',
  'Журавлёв',
  'Зотов',
  'Ильин',
  'Капустин',
  'Лапшин',
  'Мельников',
  'Назаров',
  'Осипов',
  'Панкратов',
  'Родионов',
  'Сомов',
  'Третьяков',
  'Уваров',
  'Филатов',
  'Хохлов',
  'Чернов',
  'Широков',
  'Юдин',
  'Якушев',
]
const FIRMS = [
  'Металлоприём',
  'Втормет-Сервис',
  'ДемонтажСтрой',
  'Гермес',
  'Автолом',
  'Цветмет-Тула',
]
const STREETS = ['ул. Ленина', 'ул. Садовая', 'ул. Новая', 'пер. Школьный', 'ул. Победы']
const TOWNS = ['г. Тула', 'г. Серпухов', 'г. Кашира', 'пос. Ревякино', 'г. Алексин']
const LETTERS = 'АВЕКМНОРСТУХ'

const dice = chance(19_991_231)
const rows: Row[] = []

function clean(n: number): Row {
  const isFirm = n % 25 === 24
  const birth = `${two(dice.whole(1, 28))}.${two(dice.whole(1, 12))}.${dice.whole(1955, 2002)}`
  const name = [dice.pick(SURNAMES), dice.pick(NAMES), dice.pick(FATHERS)].join(' ')
  const hasAccount = isFirm || dice.yes(0.12)
  return {
    legacy_id: String(10_000 + n * 3),
    type: isFirm ? 'company' : dice.yes(0.5) ? 'person' : '',
    full_name: isFirm ? '' : name,
    org_name: isFirm ? `ООО «${dice.pick(FIRMS)} ${n}»` : '',
    birth_date: isFirm ? '' : birth,
    doc_series: isFirm ? '' : `${two(dice.whole(40, 70))} ${two(dice.whole(0, 20))}`,
    doc_number: isFirm ? '' : String(dice.whole(100_000, 999_999)),
    doc_issued_by: isFirm ? '' : `ОВД ${dice.pick(TOWNS).replace(/^\S+ /, '')}`,
    doc_issued_at: isFirm
      ? ''
      : `${two(dice.whole(1, 28))}.${two(dice.whole(1, 12))}.${dice.whole(2018, 2021)}`,
    doc_dept_code: isFirm ? '' : `710-${String(dice.whole(1, 60)).padStart(3, '0')}`,
    reg_address: `${dice.pick(TOWNS)}, ${dice.pick(STREETS)}, д. ${dice.whole(1, 90)}`,
    phone: phone(dice),
    email: '',
    inn: isFirm ? demoCompanyInn(OWN + n) : demoPersonInn(OWN + n),
    snils: '',
    kpp: isFirm ? '710701001' : '',
    ogrn: isFirm ? demoOgrn(OWN + n) : '',
    account: hasAccount ? demoAccount(isFirm ? '40702' : '40817', OWN + n) : '',
    bik: hasAccount ? DEMO_BIK : '',
    bank_name: hasAccount ? 'Сбербанк' : '',
    plates: dice.yes(0.6) ? plate(dice) : '',
  }
}

type Spoiling = (row: Row, n: number) => Partial<Row>

/** Every kind of error, each occurring some twenty times; a row has one kind, some have two. */
const DIRT: readonly Spoiling[] = [
  (row) => ({
    full_name: row.full_name.replaceAll('а', 'a').replaceAll('о', 'o').replaceAll('е', 'e'),
  }),
  (row) => ({ inn: row.inn.slice(0, -1) + ((Number(row.inn.at(-1)) + 3) % 10) }),
  (row) => ({ inn: row.inn.slice(0, 10) }),
  (row) => ({ phone: `${row.phone}, ${phone(dice)}` }),
  (row) => ({ phone: `${bare(row.phone)}${bare(phone(dice))}` }),
  () => ({ phone: `8 (4872) ${dice.whole(20, 99)}-${dice.whole(10, 99)}-${dice.whole(10, 99)}` }),
  (row) => ({ doc_number: row.doc_number.slice(1) }),
  (row) => ({ doc_series: row.doc_series.slice(1) }),
  () => ({ birth_date: '31.02.1980' }),
  (row) => ({ birth_date: row.birth_date.replace(/\d{4}$/, (year) => String(Number(year) + 100)) }),
  (row) => ({ doc_issued_at: row.birth_date }),
  (row) => ({ full_name: row.full_name.split(' ').slice(0, 2).join(' ') }),
  (row) => ({ full_name: `  ${row.full_name.toUpperCase().replace(' ', '   ')} ` }),
  () => ({ doc_issued_by: '', doc_issued_at: '' }),
  (row) => ({
    account: row.account && row.account.slice(0, -1) + ((Number(row.account.at(-1)) + 1) % 10),
  }),
  () => ({ account: '4111 1111 1111 1111', bik: DEMO_BIK }),
  () => ({ email: 'net pochty' }),
  () => ({ type: 'ФЛ' }),
  () => ({ full_name: '', org_name: '' }),
  // Those who sell to the demo company today: copying finds them instead of making them twice.
  (_, n) => ({ type: 'person', inn: demoPersonInn(n % 30) }),
]

function rowOf(n: number): Row {
  const row = clean(n)
  // The same passport again under another record: the second cannot become a second supplier.
  const twin = n % 40 === 39 ? rows[n - 5]! : undefined
  if (twin) return { ...row, doc_series: twin.doc_series, doc_number: twin.doc_number, inn: '' }
  if (!dice.yes(0.55)) return row
  const spoilt = { ...row, ...dice.pick(DIRT)(row, n) }
  return dice.yes(0.15) ? { ...spoilt, ...dice.pick(DIRT)(spoilt, n) } : spoilt
}

function phone(dice: Chance): string {
  const parts = [dice.whole(10, 99), dice.whole(100, 999), dice.whole(10, 99), dice.whole(10, 99)]
  const [code, a, b, c] = parts
  return dice.pick([
    `8 (9${code}) ${a}-${b}-${c}`,
    `+79${code}${a}${b}${c}`,
    `9${code} ${a} ${b} ${c}`,
    `8-9${code}-${a}-${b}-${c}`,
  ])
}

function bare(text: string): string {
  const digits = text.replaceAll(/\D/g, '')
  return digits.length === 10 ? `8${digits}` : digits
}

function plate(dice: Chance): string {
  const letter = () => LETTERS[dice.whole(0, LETTERS.length - 1)]!
  return `${letter()}${dice.whole(100, 999)}${letter()}${letter()}71`
}

function cell(text: string): string {
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function two(n: number): string {
  return String(n).padStart(2, '0')
}

for (let n = 0; n < ROWS; n++) rows.push(rowOf(n))
const text = [
  HEADER.join(';'),
  ...rows.map((row) => HEADER.map((name) => cell(row[name])).join(';')),
]
writeFileSync(FILE, iconv.encode(`${text.join('\r\n')}\r\n`, 'windows-1251'))
console.log(`${rows.length} rows in ${FILE}`)
