import { actTextShapes, readActTexts, vehicleShapes } from '#contract/act/act-fields.ts'
import { readTexts } from '#contract/core/plain-fields.ts'
import type { ActCard, ActPosition } from '#contract/act/act-entities.ts'
import {
  emptyPositionFields,
  readPositionFields,
  type PositionFields,
} from '#contract/act/position-fields.ts'
import type { Visit } from '#contract/visit/visit-entities.ts'
import type { WeightActLine, WeightActWithLines } from '#contract/weight-act/weight-act-entities.ts'
import { formatKg } from '#contract/core/input-text.ts'
import { sameDrop } from '../../weight-act/unload-remainder.ts'
import {
  deductionsBody,
  deductionsOf,
  addDeductions,
  NO_DEDUCTIONS,
  type LineDeductions,
} from '../../weight-act/line-deductions.ts'

/** One line of the act's grid: from an unload of a visit, from a line of a weight act, or by piece. */
export type ActRow = LineDeductions &
  PositionFields & {
    key: string
    source: 'visit' | 'line' | 'piece'
    /** Text of the column «Откуда». */
    title: string
    transaction_id: string | null
    drop_no: number
    drop_g: number
    weight_act_id: string | null
    line_id: string | null
    product_id: string | null
    product_name: string
    qty: number | null
    /** Typed share of the unload; null takes the rest. */
    phys_g: number | null
    zasor_mode: 'percent' | 'weight'
    zasor_bp: number | null
    zasor_g: number | null
    /** null takes the price of the list. */
    price_kop: number | null
    override_reason: string
    take_price: boolean
  }

/** The form of a draft. */
export type ActValues = Record<keyof typeof actTextShapes, string> & {
  rows: ActRow[]
  vehicle: Record<keyof typeof vehicleShapes, string>
  radiation: {
    done: boolean
    instrument_id: string | null
    background_usv_h_milli: number | null
    usv_h_milli: number | null
    at: string | null
    by: string
  }
  explosion: { done: boolean; certificate: string; at: string | null; by: string }
}

export const EMPTY_ROW: Omit<ActRow, 'key' | 'source' | 'title'> = {
  transaction_id: null,
  drop_no: 1,
  drop_g: 0,
  weight_act_id: null,
  line_id: null,
  product_id: null,
  product_name: '',
  qty: null,
  phys_g: null,
  ...NO_DEDUCTIONS,
  zasor_mode: 'percent',
  zasor_bp: 0,
  zasor_g: null,
  price_kop: null,
  override_reason: '',
  take_price: false,
  ...emptyPositionFields,
}

type Drop = Visit['drops'][number]
/** Fields of a visit from which the row of an unload is made. */
interface NamedVisit extends Pick<Visit, 'id' | 'number' | 'pack_g'> {
  readonly drops: readonly Pick<Drop, 'drop_no' | 'weight_g' | 'product_id'>[]
}

export function visitRow(
  visit: NamedVisit,
  drop: NamedVisit['drops'][number],
  contaminationBp: number,
): ActRow {
  return {
    ...EMPTY_ROW,
    key: crypto.randomUUID(),
    source: 'visit',
    title: `Заезд ${visit.number}${visit.drops.length > 1 ? dropWords(drop) : ''}`,
    transaction_id: visit.id,
    drop_no: drop.drop_no,
    drop_g: drop.weight_g,
    product_id: drop.product_id,
    zasor_bp: contaminationBp,
    ...deductionsOf(visit),
  }
}

/** Until a product is chosen, an unload is recognised by its number and weight. */
const dropWords = ({ drop_no, weight_g }: NamedVisit['drops'][number]) =>
  `, выгрузка ${drop_no}: ${formatKg(weight_g)} кг`

export function lineRow(of: WeightActWithLines, line: WeightActLine): ActRow {
  return {
    ...EMPTY_ROW,
    key: line.id,
    source: 'line',
    title: `Весовой акт ${of.number}`,
    weight_act_id: of.id,
    line_id: line.id,
    product_id: line.product_id,
    product_name: line.product_name,
    drop_g: line.phys_g,
    phys_g: line.phys_g,
    zasor_mode: line.zasor_mode,
    zasor_bp: line.zasor_bp,
    zasor_g: line.zasor_g,
  }
}

export function pieceRow(): ActRow {
  return { ...EMPTY_ROW, key: crypto.randomUUID(), source: 'piece', title: 'Поштучно', qty: 1 }
}

/** The second half of an unload takes the rest; deductions in kilograms stay with the first half. */
export function splitRow(row: ActRow): ActRow {
  const { source, title, transaction_id, drop_no, drop_g } = row
  const key = crypto.randomUUID()
  return { ...EMPTY_ROW, key, source, title, transaction_id, drop_no, drop_g }
}

/** When one half is removed, its pack and deductions pass to another half of the same unload. */
export function withoutRow(rows: readonly ActRow[], gone: ActRow): ActRow[] {
  const left = rows.filter((row) => row !== gone)
  if (gone.source !== 'visit') return left
  const heir = left.find((row) => sameDrop(row, gone))
  return left.map((row) => (row === heir ? { ...row, ...addDeductions(row, gone) } : row))
}

export function emptyAct(): ActValues {
  return {
    rows: [],
    ...readTexts(actTextShapes, () => ''),
    vehicle: readTexts(vehicleShapes, () => ''),
    radiation: {
      done: false,
      instrument_id: null,
      background_usv_h_milli: null,
      usv_h_milli: null,
      at: null,
      by: '',
    },
    explosion: { done: false, certificate: '', at: null, by: '' },
  }
}

type StoredParts = Exclude<keyof ActValues, 'rows'> | 'positions' | 'weight_acts'

/** A saved draft as form values. */
export function actValues(card: Pick<ActCard, StoredParts>): ActValues {
  const { vehicle, radiation, explosion } = card
  return {
    rows: card.positions.map((position, place) => rowOf(card, position, place)),
    ...readTexts(actTextShapes, (name) => card[name] ?? ''),
    vehicle: readTexts(vehicleShapes, (name) => vehicle[name] ?? ''),
    radiation: {
      done: radiation.done,
      instrument_id: radiation.instrument_id,
      background_usv_h_milli: radiation.background_usv_h_milli,
      usv_h_milli: radiation.usv_h_milli,
      at: radiation.at,
      by: radiation.by ?? '',
    },
    explosion: {
      done: explosion.done,
      certificate: explosion.certificate ?? '',
      at: explosion.at,
      by: explosion.by ?? '',
    },
  }
}

function rowOf(
  card: Pick<ActCard, 'positions' | 'weight_acts'>,
  position: ActPosition,
  place: number,
): ActRow {
  const typed = {
    ...readPositionFields((field) => position[field]),
    price_kop: position.price_source === 'override' ? position.price_kop : null,
    override_reason: position.override_reason ?? '',
    product_name: position.name,
  }
  const of = card.weight_acts.find(({ lines }) => lines.some(({ id }) => id === position.line_id))
  const line = of?.lines.find(({ id }) => id === position.line_id)
  // Positions and lines are written anew with each save: by what they are of, rows of two versions can be compared.
  const earlier = card.positions.slice(0, place)
  if (!of || !line)
    return {
      ...pieceRow(),
      key: `piece ${earlier.filter(({ line_id }) => line_id === null).length}`,
      product_id: position.product_id,
      qty: position.qty,
      ...typed,
    }
  if (!of.auto) return { ...lineRow(of, line), ...typed }
  const later = card.positions.slice(place + 1).map(({ line_id }) => line_id)
  const shared = of.lines.some((other) => sameDrop(other, line) && later.includes(other.id))
  const before = of.lines.filter(
    (other) => sameDrop(other, line) && earlier.some(({ line_id }) => line_id === other.id),
  )
  return {
    ...lineRow(of, line),
    key: `${line.transaction_id} ${line.drop_no} ${before.length}`,
    source: 'visit',
    title: `Заезд ${line.transaction_number}`,
    transaction_id: line.transaction_id,
    drop_no: line.drop_no,
    weight_act_id: null,
    line_id: null,
    phys_g: shared ? line.phys_g : null,
    pack_g: line.pack_g,
    deductions: line.deductions,
    ...typed,
  }
}

/** Rows that can be validated already: a row without a product is left out until one is chosen. */
export function readyRows(rows: readonly ActRow[]): ActRow[] {
  return rows.filter((row) => row.product_id && (row.source !== 'piece' || row.qty))
}

/** Body path of a row's weights for the server's messages: only lines of visits are counted. */
export function pathOf(rows: readonly ActRow[], row: ActRow): string {
  return `lines.${readyRows(rows).filter(isOfVisit).indexOf(row)}`
}

const isOfVisit = ({ source }: ActRow) => source === 'visit'

/** The typed part of `save`; lines are in the order of their rows. */
export function actBody(values: ActValues, rows: readonly ActRow[]) {
  const visits = rows.filter(isOfVisit)
  const acts = rows.map((row) => row.weight_act_id).filter((id) => id !== null)
  return {
    ...readActTexts((name) => values[name] || null),
    vehicle: replaceEmpty(values.vehicle),
    radiation: replaceEmpty(values.radiation),
    explosion: replaceEmpty(values.explosion),
    weight_act_ids: [...new Set(acts)],
    lines: visits.map(lineOf),
    positions: rows.map((row) => ({
      ...sourceOf(row, visits),
      ...priceOf(row),
      ...readPositionFields((field) => row[field]),
    })),
  }
}

/** An empty text is sent as null; so is `undefined` of the form's own clean-up. */
function replaceEmpty<T extends Record<string, unknown>>(part: T) {
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, value === '' ? null : (value ?? null)]),
  ) as { [K in keyof T]: T[K] | null }
}

function lineOf(row: ActRow) {
  const percent = row.zasor_mode === 'percent'
  return {
    transaction_id: row.transaction_id,
    drop_no: row.drop_no,
    product_id: row.product_id,
    zasor_mode: row.zasor_mode,
    ...(percent ? { zasor_bp: row.zasor_bp ?? 0 } : { zasor_g: row.zasor_g ?? 0 }),
    ...deductionsBody(row),
    ...(row.phys_g !== null && { phys_g: row.phys_g }),
  }
}

function sourceOf(row: ActRow, visits: readonly ActRow[]) {
  if (row.source === 'line') return { line_id: row.line_id }
  if (row.source === 'visit') return { line: visits.indexOf(row) }
  return { product_id: row.product_id, qty: row.qty }
}

function priceOf(row: ActRow) {
  if (row.price_kop === null) return row.take_price ? { take_price: true } : {}
  const reason = row.override_reason
  return { price_kop: row.price_kop, ...(reason && { override_reason: reason }) }
}
