import { problem } from '../statement-file.ts'
import { textAt, type XmlNode } from './xml-node.ts'

export function assertRoubles(currency: string | undefined): void {
  if (currency !== undefined && !['RUB', 'RUR', '643', '810'].includes(currency.trim()))
    problem(`Валюта «${currency.slice(0, 10)}». Принимаются выписки в рублях`)
}

/** A choice of date and time or date alone. */
export function dayOf(node: XmlNode | undefined): string | undefined {
  return readIsoDay(textAt(node, 'Dt') ?? textAt(node, 'DtTm'))
}

/** `YYYY-MM-DD` of an ISO date or moment, a day that exists; undefined where none is told. */
export function readIsoDay(text: string | undefined): string | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const day = text.trim().slice(0, 10)
  const isReal =
    /^20\d{2}-\d{2}-\d{2}$/.test(day) &&
    new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) === day
  return isReal ? day : problem(`Дата записана неверно: «${text.slice(0, 30)}»`)
}

/** A sum of ISO 20022 may have five decimals; those of kopecks without a remainder have two. */
export function readSum(text: string | undefined): string | undefined {
  return text?.trim().replace(/^(\d+\.\d{2})0+$/, '$1')
}
