import type { SetUpStep } from '#contract/company/set-up.ts'

/** The steps of «Подготовка к работе» by name. */
export const STEP_TITLES: Record<SetUpStep, string> = {
  requisites: 'Реквизиты',
  modules: 'Модули и правила',
  site: 'Площадка',
  post: 'Пост взвешивания',
  agent: 'Агент площадки',
  scale: 'Весы',
  instrument: 'Прибор контроля лома',
  plates: 'Камера номеров',
  products: 'Номенклатура',
  prices: 'Цены',
  operators: 'Сотрудники',
  approver: 'Второй сотрудник',
  pins: 'Пин-коды',
  bank: 'Банк',
  bik: 'Справочник БИК',
  start: 'Начало работы',
}
