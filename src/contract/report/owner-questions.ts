import { paths } from '../screen-paths.ts'

export interface OwnerQuestion {
  /** As an owner asks it. */
  readonly title: string
  /** The report that answers it; a person without the right to it is not shown the question. */
  readonly type: string
  /** Other words by which it is searched. */
  readonly words: string
  /** Besides the period, which the form takes by itself. */
  readonly params?: Readonly<Record<string, string>>
}

/** What an owner asks of a month, each answered by a ready report, in the order of the workplace. */
export const ownerQuestions: readonly OwnerQuestion[] = [
  {
    title: 'Что купили по товарам',
    type: 'purchases_by_product',
    words:
      'закупки номенклатура за месяц сколько купили тонн лом медь медный алюминий латунь бронза нержавейка свинец чугун сталь',
  },
  {
    title: 'Что купили по площадкам',
    type: 'purchases_by_site',
    words: 'закупки за месяц сколько купили',
  },
  {
    title: 'Почём купили: к прайсу и к прошлому месяцу',
    type: 'average_prices',
    words: 'средняя цена средние цены',
  },
  {
    title: 'У кого купили больше всего',
    type: 'purchases_by_supplier',
    words: 'закупки по поставщикам сколько купили',
  },
  {
    title: 'Сколько не выплачено и как давно',
    type: 'unpaid_by_age',
    words: 'долг должны неоплаченные акты давность',
  },
  {
    title: 'Где цены и засор не такие, как обычно',
    type: 'price_deviations',
    words: 'отклонения цен',
    params: { show: 'all' },
  },
  {
    title: 'Где вес тары не такой, как обычно',
    type: 'exceptions',
    words: 'отклонения веса',
    params: { flag: 'tare_deviation' },
  },
  {
    title: 'Сколько машин по часам и сколько они ждали',
    type: 'vehicles_by_hour',
    words: 'ожидание очередь простой',
  },
  {
    title: 'Сколько потеряли на засоре',
    type: 'contamination_losses',
    words: 'потери вычеты',
  },
  {
    title: 'Кто вводил вес вручную',
    type: 'exceptions',
    words: 'ручной ввод веса',
    params: { flag: 'manual' },
  },
]

/** The screen with the answer. */
export function answerAddress({ type, params }: OwnerQuestion): string {
  return `${paths.reports}?${new URLSearchParams({ order: type, ...params })}`
}
