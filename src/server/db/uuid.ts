import { createHash, randomUUIDv7 } from 'node:crypto'

/** A uuid v7 (RFC 9562): time-ordered, so that new rows go to the end of every index. */
export function uuidv7(): string {
  return randomUUIDv7()
}

/** A uuid v7 of another moment, in ms since 1970: rows that are made today for a day of the past. */
export function uuidv7Of(moment: number): string {
  const time = moment.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}${randomUUIDv7().slice(13)}`
}

/** A uuid v5 (RFC 9562): the same name always has the same one within a namespace, which is a uuid itself. */
export function uuidv5(namespace: string, name: string): string {
  const space = Buffer.from(namespace.replaceAll('-', ''), 'hex')
  const bytes = createHash('sha1').update(space).update(name).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [8, 12, 16, 20, 32].map((to, i) => hex.slice([0, 8, 12, 16, 20][i], to)).join('-')
}

/** The company of the platform's own rows: SUPERVISOR's sessions are bound to it and see no company's rows. */
export const NO_COMPANY = '00000000-0000-0000-0000-000000000000'
