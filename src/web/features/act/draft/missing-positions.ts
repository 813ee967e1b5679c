import type { ActWithPositions } from '#contract/act/act-entities.ts'
import { formatKg } from '#contract/core/input-text.ts'
import { sameDrop } from '../../weight-act/unload-remainder.ts'
import { EMPTY_ROW, readyRows, splitRow, type ActRow } from './act-values.ts'

/** Weighed products that no position buys. */
export interface MissingPosition {
  key: string
  words: string
  /** The row that buys them. */
  makeRow: () => ActRow
}

type Answer = Pick<ActWithPositions, 'lines_without_position' | 'rests'>

/** What issuing would not allow to leave out: lines of the ticked weight acts and remainders of unloads. */
export function missingPositions(
  rows: readonly ActRow[],
  answer: Answer | undefined,
): MissingPosition[] {
  if (!answer) return []
  const lines = answer.lines_without_position
    .filter(
      (line) =>
        rows.some(({ weight_act_id }) => weight_act_id === line.weight_act_id) &&
        !rows.some(({ line_id }) => line_id === line.line_id),
    )
    .map((line) => ({
      key: line.line_id,
      words: `${line.product_name}, ${formatKg(line.net_g)} кг: взвешено, но в акт не вошло`,
      makeRow: () => rowOfLine(line),
    }))
  const rests = answer.rests.filter(
    (rest) => rest.rest_g > 0 && !rows.some((row) => sameDrop(row, rest) && isOpen(row)),
  )
  const halves = rests.map((rest) => ({
    key: `${rest.transaction_id} ${rest.drop_no}`,
    words: describeRest(rest),
    makeRow: () => rowOfRest(rows, rest),
  }))
  return [...lines, ...halves]
}

/** A row that takes the rest already, or waits for its product. */
const isOpen = (row: ActRow) => row.phys_g === null || readyRows([row]).length === 0

function rowOfLine(line: Answer['lines_without_position'][number]): ActRow {
  return {
    ...EMPTY_ROW,
    key: line.line_id,
    source: 'line',
    title: `Весовой акт ${line.weight_act_number}`,
    weight_act_id: line.weight_act_id,
    line_id: line.line_id,
    product_id: line.product_id,
    product_name: line.product_name,
    drop_g: line.phys_g,
    phys_g: line.phys_g,
    zasor_g: line.zasor_g,
  }
}

type Rest = Answer['rests'][number]

const describeRest = (rest: Rest) =>
  `Заезд ${rest.transaction_number}, выгрузка ${rest.drop_no}: не распределено ${formatKg(rest.rest_g)} кг`

function rowOfRest(rows: readonly ActRow[], rest: Rest): ActRow {
  const { transaction_id, drop_no, weight_g } = rest
  const half = rows.find((row) => sameDrop(row, rest))
  if (half) return splitRow(half)
  const title = `Заезд ${rest.transaction_number}, выгрузка ${drop_no}: ${formatKg(weight_g)} кг`
  const drop = { transaction_id, drop_no, drop_g: weight_g }
  return { ...EMPTY_ROW, key: crypto.randomUUID(), source: 'visit', title, ...drop }
}
