import * as z from 'zod/mini'
import { docTypes } from '#contract/supplier/identity-doc.ts'
import { documentHash } from '../features/supplier/record/identity.ts'
import { cardHash, payeeKey } from '../features/supplier/method/payee.ts'
import { keyedHash } from '../storage/encryption.ts'
import type { Db } from '../db/handle.ts'
import type { Cells } from './copy-lines.ts'

/** Hashes of the former installation and those that stand for them here, by their hexadecimal digits. */
export interface SearchHashes {
  /** Learns from a row that travelled what its hash is made of. */
  learn(table: string, columns: readonly string[], cells: Cells): void
  here(hash: string): string
  there(hash: string): string
}

/** Rows that say what hashes are made of, in the order in which they are read: a card's number before its payment method. */
export const TABLES_OF_HASHES = ['card_vault', 'payment_method', 'supplier']

const Doc = z.object({ type: z.enum(docTypes), series: z.string(), number: z.string() })

/**
 * Equal documents and equal destinations are found by hashes under keys of an installation, so an arriving company's are made anew from
 * what they were made of. What is gone, as a card that was replaced, gets another hash for its hash: equal ones stay equal.
 */
export function openSearchHashes(db: Db): SearchHashes {
  const key = db.services.config.secrets.payeeHmac
  const [here, there] = [new Map<string, string>(), new Map<string, string>()]
  const pans = new Map<string, string>()
  const pair = (earlier: string, hash: string) => {
    // Two hashes of one value were two before: they stay two, or nothing would prove that they arrived.
    if ((there.get(hash) ?? earlier) !== earlier) return
    here.set(earlier, hash)
    there.set(hash, earlier)
  }
  const note = (cell: string | null, hash: Buffer) =>
    cell === null ? undefined : pair(cell.slice(2), hash.toString('hex'))
  const learners: Record<string, (value: (column: string) => string | null) => void> = {
    card_vault(value) {
      const pan = openText(value('pan'))
      if (pan === undefined) return
      pans.set(value('payment_method_id')!, pan)
      note(value('pan_hmac'), cardHash(db, pan))
    },
    payment_method(value) {
      const to = destinationOf(value, pans.get(value('id')!))
      if (to) note(value('payee_key'), payeeKey(db, to))
    },
    supplier(value) {
      const doc = z.safeParse(Doc, parseText(openText(value('doc'))))
      if (!doc.success) return
      const { type, series, number } = doc.data
      note(value('doc_hmac'), documentHash(db, type, series + number))
    },
  }
  return {
    learn: (table, columns, cells) =>
      learners[table]?.((column) => cells[columns.indexOf(column)] ?? null),
    here(earlier) {
      if (!here.has(earlier))
        pair(earlier, keyedHash(key, db.companyId, 'moved', earlier).toString('hex'))
      return here.get(earlier)!
    },
    there: (hash) => there.get(hash) ?? hash,
  }
}

/** A closed value that travels open; undefined for one that opened by no key. */
const openText = (text: string | null) => (text?.startsWith('o') ? text.slice(1) : undefined)

/** What does not read as it should is found by nobody, and keeps no company from arriving. */
function parseText(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function destinationOf(value: (column: string) => string | null, pan: string | undefined) {
  const kind = value('kind')
  if (kind === 'account') return { kind, account: value('account')!, bik: value('bik')! } as const
  if (kind === 'sbp')
    return { kind, phone: value('sbp_phone')!, bankId: value('sbp_bank_id')! } as const
  const token = parseText(openText(value('card_token')))
  if (pan !== undefined) return { kind: 'card', pan } as const
  return typeof token === 'string' ? ({ kind: 'card', token } as const) : undefined
}
