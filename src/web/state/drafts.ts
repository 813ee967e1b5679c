import { browserDatabase } from './browser-database.ts'

/** Unsent values of a form under user, address and record; stored for 24 h (screens.md 6). */
export interface Draft {
  at: number
  /** Version of the record that the values were typed over; absent for a new record. */
  version?: number
  values: Record<string, unknown>
}

const KEPT_MS = 24 * 60 * 60 * 1000
const KEY = 'draft-key'

/** Fields that never leave the form, whatever the form is (security.md 8.3). */
const SECRET = /pass|snils|card|pan|pcode|pin|series|doc_|document|issued|dept/i

/** Stores values encrypted with a key that cannot be exported from the browser. */
export async function storeDraft(
  name: string,
  values: Record<string, unknown>,
  version?: number,
): Promise<void> {
  const draft = { at: Date.now(), version, values: withoutSecrets(values) }
  const plain = new TextEncoder().encode(JSON.stringify(draft))
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await draftKey(), plain)
  await browserDatabase.put('drafts', name, { iv, sealed })
}

/** The draft of a form, or undefined if there is none, it is too old or cannot be decrypted. */
export async function findDraft(name: string): Promise<Draft | undefined> {
  const record = (await browserDatabase.get('drafts', name)) as
    | { iv: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer }
    | undefined
  if (!record) return undefined
  const draft = await openDrafts(record.iv, record.sealed)
  if (draft && Date.now() - draft.at < KEPT_MS) return draft
  await dropDraft(name)
  return undefined
}

export async function dropDraft(name: string): Promise<void> {
  await browserDatabase.remove('drafts', name)
}

/** Drafts of a day ago go, whoever made them; younger ones wait for their author, over sign-out too (decision 37). */
export async function dropOldDrafts(): Promise<void> {
  for (const name of await browserDatabase.keys('drafts')) await findDraft(String(name))
}

/** A field that holds a secret at any depth is left out whole: half of a row would not fit its form. */
export function withoutSecrets(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([field, value]) => isOpen(field, value)))
}

function isOpen(field: string, value: unknown): boolean {
  if (SECRET.test(field)) return false
  if (Array.isArray(value)) return value.every((part) => isOpen('', part))
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, part]) => isOpen(key, part))
}

async function openDrafts(
  iv: Uint8Array<ArrayBuffer>,
  sealed: ArrayBuffer,
): Promise<Draft | undefined> {
  const key = await draftKey()
  const plain = await crypto.subtle
    .decrypt({ name: 'AES-GCM', iv }, key, sealed)
    .catch(() => undefined)
  return plain && (JSON.parse(new TextDecoder().decode(plain)) as Draft)
}

async function draftKey(): Promise<CryptoKey> {
  const storedKey = (await browserDatabase.get('keys', KEY)) as CryptoKey | undefined
  if (storedKey) return storedKey
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  await browserDatabase.put('keys', KEY, made)
  return made
}
