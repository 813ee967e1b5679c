import type { AuditChange } from '#contract/audit/audit.ts'
import { formatMoney, formatPercent } from '#contract/core/input-text.ts'

/** Titles of fields that events carry; a field without one is shown under its own name. */
const FIELDS: Readonly<Record<string, string>> = {
  access: 'Доступ',
  account: 'Счёт',
  action: 'Действие',
  adapter: 'Способ связи',
  address: 'Адрес',
  allow_test_payment: 'Проверочные платежи',
  allowed_from_person: 'Принимают у физлиц',
  amount_kop: 'Сумма',
  approver_action: 'Кто подтверждает',
  asks_moisture: 'Спрашивать влажность',
  bank_id: 'Банк',
  banks: 'Банков',
  base_url: 'Адрес',
  bik: 'БИК',
  birth_date: 'Дата рождения',
  birth_place: 'Место рождения',
  blocked_by_platform: 'Блокировка администратора платформы',
  card: 'Карта',
  carnumber: 'Номер машины',
  changes: 'Изменений',
  channel: 'Как передана',
  check_error: 'Ошибка проверки',
  circuit: 'Обмен',
  citizenship: 'Гражданство',
  code: 'Код',
  code_by: 'Кто дал код',
  column_id: 'Колонка прайса',
  comment: 'Комментарий',
  company_id: 'Компания',
  connection: 'Подключение',
  copies: 'Экземпляров',
  copy: 'Копия',
  credentials: 'Ключи',
  d_g: 'Деление d',
  date: 'Дата',
  day: 'День',
  default_for: 'По умолчанию для',
  default_zasor_bp: 'Засор по умолчанию',
  direction: 'Направление',
  director_name: 'Руководитель',
  director_position: 'Должность руководителя',
  disabled: 'Отключено',
  discrepancies: 'Расхождений',
  doc: 'Документ',
  doc_expires_on: 'Документ действует до',
  driver: 'Протокол',
  e_g: 'Деление e',
  email: 'Эл. почта',
  ended: 'Завершено сеансов',
  entity: 'Запись',
  entity_id: 'Номер записи',
  expires_at: 'Действует до',
  file: 'Файл',
  file_id: 'Файл',
  first_name: 'Имя',
  flag: 'Отметка',
  flags: 'Отметки',
  folder_id: 'Папка',
  format: 'Вид файла',
  four_eyes: 'Второй сотрудник',
  from_at: 'Действует с',
  full_name: 'Имя',
  given_at: 'Дано',
  gost_category: 'Категория по ГОСТ',
  gross_g: 'Брутто',
  has_credentials: 'Ключи заданы',
  has_pcode: 'Пин-код задан',
  holder_match: 'Владелец',
  holder_name: 'Получатель',
  ids: 'Записи',
  inn: 'ИНН',
  is_default: 'Основной',
  kind: 'Вид',
  known: 'Известных строк',
  kpp: 'КПП',
  label: 'Назначение',
  last_name: 'Фамилия',
  legal_address: 'Юридический адрес',
  licence_authority: 'Кем выдана лицензия',
  licence_date: 'Дата лицензии',
  licence_number: 'Номер лицензии',
  limits: 'Пределы',
  lines: 'Строки',
  login: 'Логин',
  matched: 'Сопоставлено',
  max_g: 'Max',
  measure: 'Единица',
  metal_class: 'Вид металла',
  middle_name: 'Отчество',
  min_g: 'Min',
  mode: 'Способ взвешивания',
  modules: 'Модули',
  name: 'Название',
  name_search: 'Название для поиска',
  net_g: 'Нетто',
  number: 'Номер',
  ogrn: 'ОГРН',
  order: 'Порядок',
  own_code: 'Свой QR-код',
  page: 'Лист',
  params: 'Условия',
  parent_id: 'Внутри папки',
  parts: 'Частей',
  payments: 'Выплаты',
  pci_certificate: 'Сертификат PCI DSS',
  pcode: 'Пин-код',
  pcode_temporary: 'Пин-код временный',
  phone: 'Телефон',
  position: 'Должность',
  positions: 'Позиции',
  post_id: 'Пост',
  presence_g: 'Порог груза',
  price_kop: 'Цена',
  prices: 'Цены',
  product_id: 'Товар',
  raw_card_allowed: 'Полный номер карты',
  reason: 'Причина',
  reason_code: 'Причина банка',
  reg_address: 'Адрес регистрации',
  registry: 'Реестр',
  requires_radiation_check: 'Нужен радиационный контроль',
  role: 'Вид доступа',
  roles: 'Роли',
  routeTable: 'Маршруты',
  rows: 'Правила',
  rules: 'Правила',
  sbp_bank_id: 'Банк СБП',
  settings: 'Настройки',
  sha256: 'Контрольная сумма',
  shared: 'Общий с другими',
  short_name: 'Краткое название',
  site_id: 'Площадка',
  sites: 'Площадки',
  size: 'Размер',
  snils: 'СНИЛС',
  status: 'Статус',
  stopped_reason: 'Почему остановлен',
  supplier_id: 'Поставщик',
  tare_g: 'Тара',
  text_version: 'Версия текста',
  timezone: 'Часовой пояс',
  title: 'Название',
  total_kop: 'Сумма',
  transaction_ids: 'Заезды',
  type: 'Вид',
  user_id: 'Сотрудник',
  valid_until: 'Действует до',
  vat_mode: 'НДС',
  vehicle: 'Машина',
  verification_doc: 'Свидетельство о поверке',
  verification_until: 'Поверка до',
  version: 'Версия',
  way: 'Способ входа',
  weight_act_id: 'Весовой акт',
  zasor_bp: 'Засор',
  zasor_step_g: 'Шаг засора',
  zero_band_g: 'Зона нуля',
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
