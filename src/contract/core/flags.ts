import * as z from 'zod/mini'
import { instant, displayText, kop } from './shapes.ts'

/** Kinds of marks with their Russian words, one each. They block nothing and wait for a manager's look (domain.md 6.5). */
export const flagAreas = {
  weight: {
    manual: 'Ручной ввод',
    offline: 'Без связи',
    no_photo: 'Нет фото',
    same_picture: 'Картинка камеры не меняется',
    plate_mismatch: 'Номер не совпал',
    plate_unknown: 'Неизвестный формат номера',
    tare_deviation: 'Отклонение тары',
    tare_expired: 'Тара просрочена',
    lighter: 'Вес менялся',
    off_zero: 'Весы были не на нуле',
    not_zero: 'Пустые весы не на нуле',
    unweighed: 'Груз на весах без записи',
    off_step: 'Не кратно делению',
    round_weight: 'Круглый вес',
    pack_less: 'Упаковка легче взвешенной',
    weighed_again: 'Взвешен заново',
    voided: 'Аннулирована запись',
    device_overdue: 'Поверка истекла',
    stale: 'Долго на территории',
    left_unweighed: 'Уехал без взвешивания',
    two_places: 'Номер на двух площадках',
    too_close: 'Слишком быстро',
  },
  products: {
    product_changed: 'Товар сменён на дорогой',
    product_unnamed: 'Необычно дорогой товар',
    pieces_unweighed: 'Штуки без взвешивания',
    zasor_high: 'Высокий засор',
    zasor_off_norm: 'Засор не обычный',
    radiation_alarm: 'Радиационная тревога',
    price_override: 'Цена изменена вручную',
    price_returned: 'Цена вернулась',
  },
  payee: {
    holder_mismatch: 'Получатель не совпал',
    shared: 'Общие реквизиты',
    method_changed: 'Реквизиты менялись',
    payee_differs: 'Банк назвал другое имя',
    payee_unnamed: 'Банк не назвал получателя',
    first_to_method: 'Первая выплата этим способом',
    same_elsewhere: 'Реквизиты есть у другого',
    supplier_changed: 'Поставщик сменён после взвешивания',
    unknown_long: 'Нет ясного ответа банка',
    returned: 'Возврат',
    merged: 'Объединены разные поставщики',
  },
  /** Records have a person, a phone or a picture in common: whoever is concerned reviews none of them. */
  tie: {
    staff: 'Связан с сотрудником',
    same_contact: 'Телефон есть у другого поставщика',
    new_supplier: 'Поставщик создан только что',
    same_photo: 'Такое фото есть у другого заезда',
  },
  /** Only a paper is missing: no weight, price or payee is in doubt. */
  paper: {
    no_consent: 'Нет согласия',
    doc_expired: 'Документ истёк',
    ytd_limit: 'Более 250 000 ₽ за год',
  },
} as const

export type FlagArea = keyof typeof flagAreas
export const flagTitles = {
  ...flagAreas.weight,
  ...flagAreas.products,
  ...flagAreas.payee,
  ...flagAreas.tie,
  ...flagAreas.paper,
}
export type FlagCode = keyof typeof flagTitles
export const flagCodes = Object.keys(flagTitles) as [FlagCode, ...FlagCode[]]
export const flagsOfArea = (area: FlagArea) => Object.keys(flagAreas[area]) as FlagCode[]
// Named, so that the compiler writes a name and not all kinds wherever a record has marks.
export interface FlagCodeSchema extends z.ZodMiniEnum<{ [K in FlagCode]: K }> {}
export const flagCode: FlagCodeSchema = z.enum(flagCodes)

/** A mark on a record; `reviewed_at` is absent until a manager has looked at it. */
export const Flag = z.strictObject({
  code: flagCode,
  at: instant,
  reviewed_at: z.optional(instant),
  reviewed_by: z.optional(displayText(150)),
  note: z.optional(displayText(500)),
  /** What it is about in money, where that was known when it was raised. */
  kop: z.optional(kop),
  /** What its maker said of it. */
  why: z.optional(displayText(500)),
})
export type Flag = z.output<typeof Flag>

/** Marks that still wait for a look, in one line. */
export function openMarks(flags: readonly Flag[]): string {
  return flags
    .filter(({ reviewed_at }) => !reviewed_at)
    .map(({ code }) => flagTitles[code])
    .join(', ')
}
