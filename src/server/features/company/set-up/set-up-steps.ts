import { OLD_DIRECTORY_DAYS } from '#contract/bank/bik-directory.ts'
import type { SetUp, SetUpStep } from '#contract/company/set-up.ts'
import type { ModuleTag } from '#contract/core/module-tags.ts'
import type { SetUpCounts } from './set-up-queries.ts'

/** The facts that decide which steps are done. */
export interface SetUpFacts extends SetUpCounts {
  readonly has: (module: ModuleTag) => boolean
  readonly modules: number
  /** What of the requisites is empty, in words. */
  readonly lacks: readonly string[]
  /** Something that asks for a second person can be confirmed by nobody. */
  readonly alone: boolean
  /** Who may confirm and has neither a PIN nor a key for it, where the others' are not enough. */
  readonly pinless: readonly string[]
  readonly works: boolean
  /** The directory of banks; one for all companies. */
  readonly directory: { readonly day: string; readonly age: number } | null
}

const NAMES_SHOWN = 3

function listNames(names: readonly string[]): string {
  const more = names.length - NAMES_SHOWN
  const shown = names.slice(0, NAMES_SHOWN).map((name) => name.slice(0, 50))
  return shown.join(', ') + (more > 0 ? ` и ещё ${more}` : '')
}

type Step = Omit<SetUp['steps'][number], 'code'>

const doneStep = (words: string): Step => ({ state: 'done', words })
const missing = (words: string): Step => ({ state: 'missing', words })
const optional = (words: string): Step => ({ state: 'optional', words })

/** A step that a fact makes missing for a moment, such as a line that is cut: it is no reason to set anything up. */
export function isSetUp(code: SetUpStep, { agents }: SetUpCounts): boolean {
  return code === 'agent' && agents > 0
}

/** Each step by what is there; a step of a module that is off is left out. */
export const setUpStepsOf: readonly (readonly [
  SetUpStep,
  (facts: SetUpFacts) => Step | undefined,
])[] = [
  [
    'requisites',
    ({ lacks }) =>
      lacks.length === 0
        ? doneStep('Реквизиты для актов заполнены')
        : missing(`${lacks.join('. ')}. Без этого компания не начнёт работу`),
  ],
  [
    'modules',
    ({ modules }) =>
      modules > 0
        ? doneStep(`Включено модулей: ${modules}`)
        : missing('Включите модули: без них у сотрудников нет ни одного раздела'),
  ],
  [
    'site',
    (f) =>
      f.sites > 0
        ? doneStep(`Действующих площадок: ${f.sites}`)
        : missing('Добавьте площадку: взвешивание и акт принадлежат площадке'),
  ],
  [
    'start',
    ({ works }) =>
      works
        ? doneStep('Компания работает, её сотрудники могут войти')
        : missing('Начните работу: до этого никто из сотрудников компании не войдёт'),
  ],
  [
    'operators',
    (f) => {
      if (f.operators > 0) return doneStep(`Сотрудников с доступом: ${f.operators}`)
      return f.invited > 0
        ? missing(`Приглашены, но ещё не вошли: ${f.invited}. Передайте им ссылки для входа`)
        : missing('Пригласите сотрудников: работать некому')
    },
  ],
  [
    'approver',
    ({ operators, alone }) => {
      if (operators === 0)
        return missing('Выплаты и отмены подтверждает другой человек: нужны хотя бы двое')
      return alone
        ? missing(
            'Есть действия, которые некому подтвердить: пригласите ещё одного управляющего или дайте другому сотруднику право подтверждать',
          )
        : doneStep('Всё, что требует второго сотрудника, есть кому подтвердить')
    },
  ],
  [
    'pins',
    ({ operators, alone, pinless }) => {
      if (operators === 0 || alone) return undefined
      return pinless.length > 0
        ? missing(
            `Подтверждают пин-кодом или ключом входа, а их ещё нет: ${listNames(pinless)}. Каждый задаёт свой в «Учётная запись»`,
          )
        : doneStep('Тем, кто подтверждает, есть чем: задан пин-код или добавлен ключ входа')
    },
  ],
  [
    'products',
    (f) => {
      if (!f.has('product')) return undefined
      return f.products > 0
        ? doneStep(`Позиций номенклатуры: ${f.products}`)
        : missing('Добавьте номенклатуру, например из готового каталога: без неё акт не составить')
    },
  ],
  [
    'prices',
    (f) => {
      if (!f.has('price')) return undefined
      if (f.products > 0 && f.priced === f.products) return doneStep('Цены есть у всех позиций')
      return f.priced > 0
        ? optional(`Цены нет у позиций: ${f.products - f.priced}. Оператор вводит их в акте сам`)
        : missing('Назначьте цены: без прайса каждую цену оператор вводит сам с подтверждением')
    },
  ],
  [
    'post',
    (f) => {
      if (!f.has('weight')) return undefined
      return f.posts > 0
        ? doneStep(`Постов взвешивания: ${f.posts}`)
        : missing('Добавьте пост: на нём стоят весы и работает оператор')
    },
  ],
  [
    'agent',
    (f) => {
      if (!f.has('weight')) return undefined
      if (f.agents_online > 0) return doneStep(`Агентов на связи: ${f.agents_online}`)
      return f.agents > 0
        ? missing('Агент подключён, но сейчас не на связи: вес с весов не придёт')
        : missing('Подключите агента на компьютере площадки: без него вес вводят руками')
    },
  ],
  [
    'scale',
    (f) => {
      if (!f.has('weight')) return undefined
      return f.scales > 0
        ? doneStep(`Весов: ${f.scales}`)
        : missing('Добавьте весы: без них вес вводят руками, и каждый такой вес помечен')
    },
  ],
  [
    'instrument',
    (f) => {
      if (!f.has('act')) return undefined
      if (f.instruments === 0)
        return f.scrap > 0
          ? missing('Внесите прибор радиационного контроля с поверкой: без него ПСА не выписать')
          : optional('Лом принимают с поверенным прибором радиационного контроля')
      if (f.instruments_verified === 0)
        return missing('Поверка приборов контроля закончилась: ПСА не выписать')
      return f.instrument_ends
        ? optional(`Поверка приборов контроля заканчивается ${f.instrument_ends}`)
        : doneStep(`Поверенных приборов контроля: ${f.instruments_verified}`)
    },
  ],
  [
    'plates',
    (f) => {
      if (!f.has('carnumber')) return undefined
      return f.plate_cameras > 0
        ? doneStep(`Камер номеров: ${f.plate_cameras}`)
        : optional('Без камеры номеров оператор вводит номер машины сам')
    },
  ],
  [
    'bank',
    (f) => {
      if (!f.has('payment')) return undefined
      if (f.banks > 0) return doneStep(`Действующих договоров с банками: ${f.banks}`)
      return f.banks_known > 0
        ? missing('Договор с банком ещё не действует: проверьте его пробной выплатой')
        : missing('Подключите банк: без него нельзя выплатить ни по одному акту')
    },
  ],
  [
    'bik',
    ({ has, directory }) => {
      if (!has('payment')) return undefined
      const how = 'Скачайте ED807 с cbr.ru и загрузите в разделе «Банки»'
      if (!directory) return optional(`Справочник БИК не загружен: банк по БИК не узнать. ${how}`)
      const { day, age } = directory
      return age >= OLD_DIRECTORY_DAYS
        ? optional(
            `Справочник БИК на ${day}, ему ${age} дн.: новых и закрытых банков он не знает. ${how}`,
          )
        : doneStep(`Справочник БИК на ${day}`)
    },
  ],
]
