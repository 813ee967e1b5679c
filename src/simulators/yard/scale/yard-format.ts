import type { IndicatorPort, ProtocolSession } from './protocol-session.ts'
import type { ShownIn } from './shown-number.ts'

/** One format as a simulated indicator sends it, with what it can carry: tests derive from it what has to come back. */
export interface YardFormat<M extends ShownIn = ShownIn> {
  /** What an installer sets up in the product. */
  setUp: { driver: string; settings: Readonly<Record<string, unknown>> }
  /** The frame does not tell its decimals, so that they are set up as well. */
  setsDecimals?: true
  /** The indicator's own menu, besides unit and decimals. */
  menu: Omit<M, keyof ShownIn>
  /** Digits that the weight field holds with a point and without. */
  digits: number
  /** A point takes one of the places. */
  pointTakesPlace?: true
  checksummed?: true
  flags: { stable: boolean; net: boolean; tare: boolean; overload: boolean }
  /** What it reports of a pressed tare key. */
  tareKey: 'gross' | 'net-and-tare' | 'net' | 'nothing'
  /** Sends the gross weight whatever its display shows. */
  sendsGross?: true
  /** Understands a zero command. */
  zeroes?: true
  /** Units that the frame itself names, where they are more than kilograms. */
  units?: readonly ShownIn['unit'][]
  /** Nothing but the end of the line before tells where a line begins. */
  headless?: true
  open(menu: M, port: IndicatorPort): ProtocolSession
}

/** Formats of one file under their short names. */
export type YardFormats = Readonly<Record<string, YardFormat>>

/** Checks a format's menu against what it opens with. */
export function yardFormat<M extends ShownIn>(format: YardFormat<M>): YardFormat {
  return format
}

/** What an indicator carries of its lamps, for formats that are alike. */
export const ALL_FLAGS = { stable: true, net: true, tare: true, overload: true }
export const TEXT_FLAGS = { ...ALL_FLAGS, tare: false }
export const GROSS_FLAGS = { ...ALL_FLAGS, net: false, tare: false }
export const NO_FLAGS = { stable: false, net: false, tare: false, overload: false }
