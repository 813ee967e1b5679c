import * as z from 'zod/mini'
import { int, list } from '../../core/shapes.ts'
import type { WeightUnit } from './scale-form.ts'

/** What a value of a status byte may mean; `zero` and `nothing` change no weight. */
export const statusMeanings = {
  stable: 'покой',
  moving: 'движение',
  overload: 'перегруз',
  underload: 'ниже нуля шкалы',
  gross: 'брутто',
  net: 'нетто',
  plus: 'плюс',
  minus: 'минус',
  kg: 'килограммы',
  g: 'граммы',
  t: 'тонны',
  point_0: 'вес целый',
  point_1: 'один знак после запятой',
  point_2: 'два знака после запятой',
  point_3: 'три знака после запятой',
  zero: 'на нуле',
  nothing: 'на вес не влияет',
} as const
export type StatusMeaning = keyof typeof statusMeanings
const meanings = Object.keys(statusMeanings) as [StatusMeaning, ...StatusMeaning[]]

const HEX_BYTE = /^[\da-fA-F]{2}$/
/** A whole character; bit 7 is the parity of a 7E1 line unless a mask names it. */
const WHOLE_MASK = 0x7f
const MOST_ROWS = 48

/** One value of one byte of the frame, or of some of its bits, and what it means. */
export const statusRow = z.strictObject({
  at: int(1, 64),
  /** Bits that are looked at; without it the whole character. */
  mask: z.optional(z.string().check(z.regex(HEX_BYTE, 'Маска — байт: 08'))),
  /** Their value: a byte, or the letter itself. */
  is: z.string().check(z.regex(/^([\da-fA-F]{2}|[\x20-\x7e])$/, 'Буква или байт: S или 53')),
  means: z.enum(meanings),
})
export type StatusRow = z.output<typeof statusRow>
export const statusRows = list(statusRow, MOST_ROWS)

const maskOf = ({ mask }: StatusRow) =>
  mask === undefined ? WHOLE_MASK : Number.parseInt(mask, 16)
const valueOf = ({ is }: StatusRow) =>
  is.length === 2 ? Number.parseInt(is, 16) : is.charCodeAt(0)
const hex = (byte: number) => byte.toString(16).toUpperCase().padStart(2, '0')

/** Why these rows could be read in two ways or leave a bit unexplained; undefined when they are whole. */
export function statusProblem(rows: readonly StatusRow[]): string | undefined {
  const outside = rows.find((row) => maskOf(row) === 0 || (valueOf(row) & ~maskOf(row)) !== 0)
  if (outside) return `Место ${outside.at}: значение ${outside.is} шире своей маски`
  for (const [at, own] of Map.groupBy(rows, (row) => row.at)) {
    const values = own.map((row) => `${maskOf(row)} ${valueOf(row)}`)
    if (new Set(values).size < values.length) return `Место ${at}: одно значение описано дважды`
    const masks = [...new Set(own.map(maskOf))]
    if (masks.some((mask, i) => masks.slice(i + 1).some((other) => (mask & other) !== 0)))
      return `Место ${at}: маски пересекаются`
    const missing = WHOLE_MASK & ~masks.reduce((all, mask) => all | mask, 0)
    if (missing !== 0) return `Место ${at}: не описаны биты ${hex(missing)}`
  }
  return undefined
}

/** Meanings of which a frame has one at most. */
const ALONE: readonly (readonly StatusMeaning[])[] = [
  ['stable', 'moving'],
  ['overload', 'underload'],
  ['gross', 'net'],
  ['plus', 'minus'],
  ['kg', 'g', 't'],
  ['point_0', 'point_1', 'point_2', 'point_3'],
]

/** What the status of one frame says; null = the status never says anything of it. */
export interface FrameStatus {
  stable: boolean | null
  beyond: 'overload' | 'underload' | undefined
  net: boolean | null
  minus: boolean | null
  unit: WeightUnit | 'foreign' | null
  decimals: number | null
}

/**
 * Reads the status of a frame: each group of bits has one of the values that were described, or the frame is no weight. What other values
 * of the same bits tell and this one does not is never taken for the better: it moves, it is net, its unit is foreign.
 */
export function readStatus(
  rows: readonly StatusRow[],
  bytes: readonly number[],
): FrameStatus | undefined {
  const told = new Set<StatusMeaning>()
  const groups = Map.groupBy(rows, (row) => `${row.at} ${maskOf(row)}`)
  for (const group of groups.values()) {
    const row = group.find((one) => (bytes[one.at - 1]! & maskOf(one)) === valueOf(one))
    if (!row) return undefined
    told.add(row.means)
  }
  if (ALONE.some((words) => words.filter((word) => told.has(word)).length > 1)) return undefined
  const known = new Set(rows.map(({ means }) => means))
  const knows = (...words: StatusMeaning[]) => words.some((word) => known.has(word))
  const point = [0, 1, 2, 3].find((n) => told.has(`point_${n}` as StatusMeaning))
  const beyond = (['overload', 'underload'] as const).find((word) => told.has(word))
  if (knows('point_0', 'point_1', 'point_2', 'point_3') && point === undefined && !beyond)
    return undefined
  return {
    stable: knows('stable', 'moving') ? told.has('stable') : null,
    beyond,
    net: knows('gross', 'net') ? !told.has('gross') : null,
    minus: knows('plus', 'minus') ? told.has('minus') : null,
    unit: knows('kg', 'g', 't')
      ? ((['kg', 'g', 't'] as const).find((unit) => told.has(unit)) ?? 'foreign')
      : null,
    decimals: point ?? null,
  }
}

/** Whether any row has one of these meanings. */
export function statusTells(rows: readonly StatusRow[], words: readonly StatusMeaning[]): boolean {
  return rows.some(({ means }) => words.includes(means))
}
