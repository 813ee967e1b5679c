import type * as z from 'zod/mini'
import type { ModulesCfg } from '../core/module-settings.ts'
import type { ModuleTag } from '../core/module-tags.ts'
import type { CompanyRules, CompanySettings } from './company-settings.ts'

/** How the number of a setting is read and typed; the others are words beside it. */
export type SettingUnit =
  | 'kop'
  | 'bp'
  | 'мс'
  | 'с'
  | 'мин'
  | 'кг'
  | 'ч'
  | 'дней'
  | 'лет'
  | 'МБ'
  | 'ГБ'
  | 'шт.'
  | 'знаков'
  | 'уровней'

/** What a person is told of a setting; kind and bounds are those of its schema. */
export interface SettingWords {
  readonly label: string
  readonly hint?: string
  readonly unit?: SettingUnit
  /** A time of the day. */
  readonly clock?: true
  /** Words of each value of a setting that is chosen. */
  readonly options?: Readonly<Record<string, string>>
}

interface Parts {
  readonly [part: string]: unknown
}
/** Every setting of a shape has words: the compiler asks for those of a new one. */
type WordsOf<T> = { readonly [K in keyof T]-?: T[K] extends Parts ? WordsOf<T[K]> : SettingWords }

// Printers are written at their posts, the banks of the fast payment system by the server.
type WrittenCfg = {
  [T in ModuleTag]: Omit<NonNullable<z.output<typeof ModulesCfg>[T]>, 'printers' | 'sbp_banks'>
}

export const moduleWords: WordsOf<WrittenCfg> = {
  supplier: { mask_min: { label: 'Начинать поиск, введено', unit: 'знаков' } },
  product: { max_depth: { label: 'Глубина номенклатуры', unit: 'уровней' } },
  price: {
    round_to_kop: {
      label: 'Округлять цены до',
      unit: 'kop',
      hint: 'Предлагается, когда меняют колонку цен',
    },
  },
  weight: {
    posts: {
      weight: { label: 'Пост экрана «Взвешивание»' },
      weight1: { label: 'Пост экрана «Второй пост»' },
      weight2: { label: 'Пост экрана «Третий пост»' },
    },
    max_age_ms: { label: 'Вес не старше', unit: 'мс', hint: 'Старый вес принять нельзя' },
    stab_frames: { label: 'Показаний без движения' },
    stab_ms: { label: 'Время без движения', unit: 'мс' },
    poll_ms: { label: 'Запрос веса без потока', unit: 'мс' },
    min_pass_s: { label: 'Между взвешиваниями', unit: 'с' },
    zero_limit_bp: {
      label: 'Пустые весы не на нуле: не взвешивать сверх',
      unit: 'bp',
      hint: 'Доля от наибольшего веса. Меньшее отклонение только отмечается',
    },
    tare_free_kg: {
      label: 'Тара машины отличается больше чем на',
      unit: 'кг',
      hint: 'От трёх прежних с тем же прицепом. Такой заезд отмечается, как и отличие больше 2 %',
    },
    two_sites_min: {
      label: 'Номер на двух площадках ближе',
      unit: 'мин',
      hint: 'Такой заезд отмечается. 0 — не сравнивать',
    },
    truck_gap_s: {
      label: 'Разные машины на одних весах ближе',
      unit: 'с',
      hint: 'Быстрее машине не съехать, а другой не встать. 0 — не сравнивать',
    },
    stale_hours: { label: 'Долго на территории', unit: 'ч', hint: 'Такой заезд отмечается' },
    stored_tare_days: { label: 'Тара хранится', unit: 'дней' },
    min_photos: { label: 'Снимков не меньше' },
  },
  carnumber: {
    min_confidence_bp: { label: 'Уверенность не ниже', unit: 'bp' },
    poll_ms: { label: 'Запрос номера', unit: 'мс' },
    autofill: { label: 'Подставлять номер в поле самому' },
  },
  camera: {
    on_capture: {
      label: 'Снимать при каждом взвешивании',
      hint: 'Номера камер через запятую',
    },
    preview_ms: { label: 'Картинка на экране', unit: 'мс' },
  },
  transactions: {
    hide_void: {
      label: 'Не показывать аннулированные заезды',
      hint: 'Пока их не выбрали фильтром состояния',
    },
  },
  manual: { min_reason: { label: 'Причина не короче', unit: 'знаков' } },
  weightacts: { print_photos: { label: 'Печатать снимки в весовом акте' } },
  act: {
    copies: { label: 'Экземпляров акта', unit: 'шт.' },
    auto_open_payment: { label: 'После оформления акта открывать выплату' },
    scan_days: {
      label: 'Срок подписанного скана',
      unit: 'дней',
      hint: 'Позже акт без принятого скана напоминает о себе на рабочем месте. 0 — не напоминать',
    },
  },
  payment: {
    methods: {
      label: 'Как платить',
      hint: 'Другим способом новую выплату не сохранить',
      options: { card: 'На карту', sbp: 'По СБП', account: 'На счёт' },
    },
    poll_ms: { label: 'Запрос состояния выплаты', unit: 'мс' },
  },
  files: { max_mb: { label: 'Файл не больше', unit: 'МБ' } },
  report: {
    poll_ms: { label: 'Запрос готовности отчёта', unit: 'мс' },
    evening_at: {
      label: 'Итоги дня, во сколько',
      clock: true,
      hint: 'По времени компании. Приходят тем, кто выбрал их у себя в уведомлениях',
    },
  },
  test: {},
}

/** Groups of the rules on screen, in their order. */
export const ruleGroups = {
  numbers: 'Номера и назначение платежа',
  products: 'Приёмка и цены',
  money: 'Выплаты и подтверждения',
  people: 'Поставщики и персональные данные',
  files: 'Файлы',
} as const

type RuleWords = SettingWords & { readonly group: keyof typeof ruleGroups }

export const ruleWords: { readonly [K in keyof CompanyRules]-?: RuleWords } = {
  act_number_format: {
    group: 'numbers',
    label: 'Номер приёмо-сдаточного акта',
    hint: '{год} и {000000} — номер по порядку, в нём столько цифр. Меняется до первого акта года',
  },
  act_number_series: {
    group: 'numbers',
    label: 'Ряд номеров ПСА и ОП-5',
    hint: 'Со своим рядом книга учёта ПСА идёт без пропусков. Общий ряд возвращают до первого ОП-5 года',
    options: { common: 'Общий', by_kind: 'У каждой формы свой' },
  },
  op5_number_format: {
    group: 'numbers',
    label: 'Номер закупочного акта ОП-5',
    hint: 'Когда у формы свой ряд. Меняется до первого такого акта года',
  },
  weight_act_number_format: {
    group: 'numbers',
    label: 'Номер весового акта',
    hint: 'Меняется до первого весового акта года',
  },
  purpose_template: {
    group: 'numbers',
    label: 'Назначение платежа',
    hint: 'Обязательны {номер}, {НДС} и {метка}; бывают ещё {дата} и {товар}',
  },
  zasor_free_bp: {
    group: 'products',
    label: 'Засор без подтверждения до',
    unit: 'bp',
    hint: 'Больший подтверждают пин-кодом',
  },
  zasor_reason_bp: {
    group: 'products',
    label: 'Засор без причины в пределах',
    unit: 'bp',
    hint: 'От обычного засора товара и поставщика, в обе стороны',
  },
  zasor_second_bp: {
    group: 'products',
    label: 'Засор без второго человека в пределах',
    unit: 'bp',
    hint: 'От обычного; дальше подтверждают пин-кодом',
  },
  price_override_free_bp: {
    group: 'products',
    label: 'Своя цена без подтверждения до',
    unit: 'bp',
    hint: 'Отклонение от прайса; большее подтверждают пин-кодом',
  },
  price_step_bp: {
    group: 'products',
    label: 'Шаг цены прайса без второго человека до',
    unit: 'bp',
    hint: 'За сутки; больший требует причины и пин-кода другого сотрудника. У группы товаров может быть свой',
  },
  pieces_free_kop: {
    group: 'products',
    label: 'Штук без взвешивания без отметки до',
    unit: 'kop',
    hint: 'У поставщика за 30 дней и у сотрудника за сутки; на большую сумму — исключение',
  },
  deduction_reasons: {
    group: 'products',
    label: 'Причины вычета веса',
    hint: 'Каждая с новой строки',
  },
  pay_requires: {
    group: 'money',
    label: 'Акт можно оплатить, когда он',
    options: { issued: 'оформлен', signed: 'подписан' },
  },
  approval_over_kop: {
    group: 'money',
    label: 'Второй человек нужен свыше',
    unit: 'kop',
    hint: '0 — нужен всегда',
  },
  pay_day_limit_kop: { group: 'money', label: 'Выплат за день не больше', unit: 'kop' },
  method_cooldown_hours: {
    group: 'money',
    label: 'Реквизиты считаются новыми',
    unit: 'ч',
    hint: 'Первую выплату по ним подтверждает второй человек',
  },
  one_person_days: {
    group: 'money',
    label: 'Кто завёл сотрудника или дал ему вход, не второй человек для него',
    unit: 'дней',
    hint: '0 — правило не действует',
  },
  manager_self_approval: {
    group: 'money',
    label: 'Управляющий подтверждает свои действия сам',
    hint: 'Кроме выплат и способов выплаты',
  },
  pd_basis: {
    group: 'people',
    label: 'Основание обработки персональных данных',
    options: { contract: 'Договор', consent: 'Подписанное согласие' },
  },
  pd_processors: {
    group: 'people',
    label: 'Кому ещё поручена обработка данных',
    hint: 'Название и адрес через запятую, каждый с новой строки: согласие назовёт их после банков',
  },
  npd_receipt_days: {
    group: 'people',
    label: 'Напоминать о чеке самозанятого через',
    unit: 'дней',
    hint: 'После выплаты',
  },
  ytd_warn_kop: {
    group: 'people',
    label: 'Предупреждать о выплатах за год свыше',
    unit: 'kop',
    hint: 'Одному физическому лицу',
  },
  storage_gb: {
    group: 'files',
    label: 'Место для файлов',
    unit: 'ГБ',
    hint: 'Подписанные листы и чеки сохраняются и сверх него',
  },
  retention_years: {
    group: 'files',
    label: 'Хранить файлы',
    unit: 'лет',
    hint: 'С конца года; потом файлы уничтожаются',
  },
}

const FORM: SettingWords = { label: '', options: { 1: 'Первая' } }

/** Which form of a document is printed; only forms that exist are accepted. */
export const templateWords: { readonly [K in keyof CompanySettings['templates']]-?: SettingWords } =
  {
    psa: { ...FORM, label: 'Приёмо-сдаточный акт' },
    op5: { ...FORM, label: 'Закупочный акт ОП-5' },
    weight_act: { ...FORM, label: 'Весовой акт' },
    consent: { ...FORM, label: 'Согласие' },
  }
