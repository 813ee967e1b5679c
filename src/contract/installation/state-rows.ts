import * as z from 'zod/mini'
import * as s from '../core/shapes.ts'

/** Parts of an installation, in the order of its page. */
export const stateParts = {
  server: 'Сервер',
  database: 'База данных',
  jobs: 'Фоновые работы',
  money: 'Выплаты и банки',
  sites: 'Площадки',
  storage: 'Хранение',
} as const
export type StatePart = keyof typeof stateParts

/** How a part stands; `unknown`: its question failed, and nothing of before is told for it. */
export const rowStates = {
  good: 'В порядке',
  warning: 'Внимание',
  bad: 'Неисправность',
  unknown: 'Не известно',
} as const
export type RowState = keyof typeof rowStates

/** A row names each agent, bank and queue that does not do well; those that do are counted. */
export const MAX_STATE_ROWS = 500

export const StateRow = z.strictObject({
  part: z.enum(Object.keys(stateParts) as StatePart[]),
  what: s.displayText(200),
  state: z.enum(Object.keys(rowStates) as RowState[]),
  told: s.displayText(500),
  /** What a person does about it; null where nothing is to be done. */
  advice: z.nullable(s.displayText(300)),
})
export type StateRow = z.output<typeof StateRow>
