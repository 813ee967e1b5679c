import { deductionsProblems } from '../../weight-act/line-deductions.ts'
import { restTwice } from '../../weight-act/unload-remainder.ts'
import { pathOf, readyRows, type ActRow } from './act-values.ts'

interface RowProblem {
  readonly place: number
  /** Path of the field that is missing. */
  readonly path: string
  readonly words: string
}

/** Path of a field that a row needs before it belongs to the body. */
export const rowPath = (place: number, field: 'product_id' | 'qty') => `rows.${place}.${field}`

/** What prevents the act from being saved, by the path of the field; at first the first position concerned. */
export function unready(rows: readonly ActRow[]): Record<string, string> {
  return Object.fromEntries(problemsOf(rows).map(({ path, words }) => [path, words]))
}

/** The same as sentences for a place beside the positions: «Позиция 2: впишите вес». */
export function unreadyWords(rows: readonly ActRow[]): string[] {
  const sentences = problemsOf(rows).map(
    ({ place, words }) =>
      `Позиция ${place + 1}: ${words.slice(0, 1).toLowerCase()}${words.slice(1)}`,
  )
  return [...new Set(sentences)]
}

function problemsOf(rows: readonly ActRow[]): RowProblem[] {
  const bare = rows.findIndex((row) => !readyRows([row]).includes(row))
  if (bare >= 0)
    return [
      rows[bare]!.product_id
        ? { place: bare, path: rowPath(bare, 'qty'), words: 'Впишите количество' }
        : { place: bare, path: rowPath(bare, 'product_id'), words: 'Выберите товар' },
    ]
  const rest = restTwice(rows)
  if (rest >= 0)
    return [{ place: rest, path: `${pathOf(rows, rows[rest]!)}.phys_g`, words: 'Впишите вес' }]
  return rows.flatMap((row, place) =>
    Object.entries(deductionsProblems(row, pathOf(rows, row))).map(([path, words]) => {
      return { place, path, words }
    }),
  )
}
