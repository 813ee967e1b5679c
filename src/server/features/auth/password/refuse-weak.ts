import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { refuse } from '#http/refusal.ts'
import type { Db } from '../../../db/handle.ts'
import type { Credentials } from '../auth-queries.ts'
import { passwordProblem } from './password-rule.ts'

/**
 * Refuses `auth.weak-password` at the named field when a person who knows the user could guess the password, or a list of breached
 * ones has it.
 */
export async function refuseWeak(
  { services }: Db,
  password: string,
  person: Credentials,
  field: string,
): Promise<void> {
  const context = [person.login, person.full_name, person.company_name, person.legal_address]
  const problem = passwordProblem(
    password,
    context.filter((text) => text !== null),
  )
  if (problem) refuse('auth.weak-password', { fields: { [field]: problem } })
  const list = services.config.breachedPasswords
  if (list !== undefined && (await isBreached(list, password)))
    refuse('auth.weak-password', { fields: { [field]: 'Этот пароль есть в утёкших базах' } })
}

// `<SHA-1 in capitals>:<count>` and a line end, as the downloader of Have I Been Pwned writes them.
const HASH_LENGTH = 40
const MAX_LINE = 64
const CHUNK = 4096

/**
 * Whether a password is in a file of breached ones: lines begin with its SHA-1 and are sorted, so that thirty reads are enough for
 * the whole list of forty gigabytes (security.md 4.1). The password as typed: the list tells capitals apart.
 */
export async function isBreached(file: string, password: string): Promise<boolean> {
  const hash = createHash('sha1').update(password.normalize('NFC')).digest('hex').toUpperCase()
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    return await holdsLine(handle, size, hash)
  } finally {
    await handle.close()
  }
}

/** The line, if it is there, begins at `from` or later and before `to`. */
async function holdsLine(handle: FileHandle, size: number, hash: string): Promise<boolean> {
  let from = 0
  let to = size
  while (to - from > CHUNK) {
    const middle = Math.floor((from + to) / 2)
    const text = await readAt(handle, middle, 2 * MAX_LINE)
    const start = text.indexOf('\n') + 1
    if (text.slice(start, start + HASH_LENGTH) <= hash) from = middle + start
    else to = middle + start
  }
  const lines = (await readAt(handle, from, CHUNK + MAX_LINE)).split('\n')
  return lines.some((line) => line.slice(0, HASH_LENGTH).toUpperCase() === hash)
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer.toString('latin1', 0, bytesRead)
}
