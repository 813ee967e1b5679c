import type { AuditChange } from '#contract/audit/audit.ts'
import { formatMoney, formatPercent } from '#contract/core/input-text.ts'

/** Titles of fields that events carry; a field without one is shown under its own name. */
const FIELDS: Readonly<Record<string, string>> = {
  access: 'Доступ',
  address: 'Адрес',
  amount_kop: 'Сумма',
  approver_action: 'Кто подтверждает',
  base_url: 'Адрес',
  birth_date: 'Дата рождения',
  carnumber: 'Номер машины',
  channel: 'Как передана',
  circuit: 'Обмен',
  code: 'Код',
  comment: 'Комментарий',
  company_id: 'Компания',
  credentials: 'Ключи',
  date: 'Дата',
  default_for: 'По умолчанию для',
  director_name: 'Руководитель',
  doc: 'Документ',
  email: 'Эл. почта',
  ended: 'Завершено сеансов',
  expires_at: 'Действует до',
  flag: 'Отметка',
  flags: 'Отметки',
  folder_id: 'Папка',
  four_eyes: 'Второй сотрудник',
  from_at: 'Действует с',
  full_name: 'Имя',
  gross_g: 'Брутто',
  holder_name: 'Получатель',
  inn: 'ИНН',
  kind: 'Вид',
  kpp: 'КПП',
  label: 'Назначение',
  legal_address: 'Юридический адрес',
  limits: 'Пределы',
  login: 'Логин',
  measure: 'Единица',
  modules: 'Модули',
  name: 'Название',
  net_g: 'Нетто',
  number: 'Номер',
  ogrn: 'ОГРН',
  order: 'Порядок',
  parent_id: 'Внутри папки',
  pcode: 'Пин-код',
  phone: 'Телефон',
  position: 'Должность',
  positions: 'Позиции',
  price_kop: 'Цена',
  prices: 'Цены',
  product_id: 'Товар',
  reason: 'Причина',
  reason_code: 'Причина банка',
  reg_address: 'Адрес регистрации',
  role: 'Вид доступа',
  roles: 'Роли',
  routeTable: 'Маршруты',
  rows: 'Правила',
  rules: 'Правила',
  settings: 'Настройки',
  short_name: 'Краткое название',
  snils: 'СНИЛС',
  sites: 'Площадки',
  status: 'Статус',
  stopped_reason: 'Почему остановлен',
  supplier_id: 'Поставщик',
  tare_g: 'Тара',
  timezone: 'Часовой пояс',
  title: 'Название',
  total_kop: 'Сумма',
  type: 'Вид',
  user_id: 'Сотрудник',
  valid_until: 'Действует до',
  vat_mode: 'НДС',
  vehicle: 'Машина',
  verification_until: 'Поверка до',
  zasor_bp: 'Засор',
}

const fieldTitle = (field: string): string => FIELDS[field] ?? field

const MAX_CHANGES = 200
const MAX_TEXT = 4000

/** The fields of which `before` and `after` differ, as a person reads them. */
export function describeChanges(before: unknown, after: unknown, timezone: string): AuditChange[] {
  const [was, now] = [asRecord(before), asRecord(after)]
  return changedFields(was, now)
    .slice(0, MAX_CHANGES)
    .map((field) => ({
      title: fieldTitle(field),
      before: textOf(field, was[field], timezone),
      after: textOf(field, now[field], timezone),
    }))
}

/** Titles of the changed fields, for one cell. */
export function listChanges(before: unknown, after: unknown): string {
  const fields = changedFields(asRecord(before), asRecord(after)).map(fieldTitle)
  const text = [...new Set(fields)].join(', ')
  return text.length > 1000 ? `${text.slice(0, 999)}…` : text
}

function changedFields(was: Record<string, unknown>, now: Record<string, unknown>): string[] {
  const fields = [...new Set([...Object.keys(was), ...Object.keys(now)])]
  return fields.filter((field) => JSON.stringify(was[field]) !== JSON.stringify(now[field]))
}

function asRecord(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {}
}

function textOf(field: string, value: unknown, timezone: string): string {
  const text = wordsOf(field, value, timezone)
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text
}

/** Units stand in the names of fields: kopecks, grams, basis points. */
function wordsOf(field: string, value: unknown, timezone: string): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? 'Да' : 'Нет'
  if (typeof value === 'number') return numberOf(field, value)
  if (typeof value === 'string') return INSTANT.test(value) ? momentOf(value, timezone) : value
  if (Array.isArray(value))
    return value.map((item) => wordsOf(field, item, timezone)).join(isPlain(value) ? ', ' : '\n')
  return Object.entries(value)
    .filter(([, part]) => part !== null && part !== undefined && part !== '')
    .map(([name, part]) => `${fieldTitle(name)}: ${wordsOf(name, part, timezone)}`)
    .join('; ')
}

const isPlain = (list: readonly unknown[]) => list.every((item) => typeof item !== 'object')

function numberOf(field: string, value: number): string {
  if (field.endsWith('_kop')) return `${formatMoney(value)} ₽`
  if (field.endsWith('_bp')) return `${formatPercent(value)} %`
  if (field.endsWith('_g')) return `${String(value / 1000).replace('.', ',')} кг`
  return String(value)
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/

function momentOf(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat('ru-RU', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone,
  }).format(new Date(instant))
}
