import { createHash } from 'node:crypto'
import { canonical } from '../../db/audit.ts'
import type { Link } from './chain-queries.ts'

/** What a link hashes after the hash of the link before it, as UTF-8. */
export function hashedText({ seq: _seq, micros, prev_hash: _prev, hash: _hash, ...record }: Link) {
  const { company_id: _company, form: _form, ...firstForm } = record
  return `${canonical(record.form === 1 ? firstForm : record)}@${micros}`
}

/** Whether the hash of a link is that of its columns after the link before it. */
export function isLinkSound(link: Link): boolean {
  const made = createHash('sha256').update(link.prev_hash).update(hashedText(link)).digest()
  return made.equals(link.hash)
}
