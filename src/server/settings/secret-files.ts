import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import {
  BadKey,
  listSealFiles,
  readKey,
  sealFileName,
  type KeyFolder,
} from '../storage/key-files.ts'

/** 32 random bytes each, kept outside the database and its backups (security.md 7.2). */
export interface Secrets {
  /** Seed of the Ed25519 key that signs session tokens. */
  session: Buffer
  docHmac: Buffer
  payeeHmac: Buffer
  pcodeHmac: Buffer
}

const SECRET_FILES = {
  session: 'session.key',
  docHmac: 'doc-hmac.key',
  payeeHmac: 'payee-hmac.key',
  pcodeHmac: 'pcode-hmac.key',
} as const

/** Demo makes its own keys and marks them; production refuses missing, short, open or demo keys with BadKey. */
export function readSecrets(folders: readonly KeyFolder[], demo: boolean): Secrets {
  const { dir } = folders.at(-1)!
  const marker = path.join(dir, 'DEMO')
  if (demo && !existsSync(path.join(dir, SECRET_FILES.session))) makeSecrets(dir, marker)
  if (!demo && existsSync(marker))
    throw new BadKey(`в ${dir} лежат учебные ключи, для работы нужны свои`)
  const entries = Object.entries(SECRET_FILES).map(([name, file]) => [name, readKey(folders, file)])
  const seals = listSealFiles(folders)
  if (seals.every(({ isNext }) => isNext)) readKey(folders, sealFileName(1))
  for (const { read } of seals) read()
  return Object.fromEntries(entries) as Secrets
}

/** Fresh keys for an installation; `marker` tells production that they were made for the demo. */
export function makeSecrets(dir: string, marker?: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  for (const file of [...Object.values(SECRET_FILES), sealFileName(1)]) {
    const target = path.join(dir, file)
    if (!existsSync(target)) writeFileSync(target, randomBytes(32), { mode: 0o600 })
  }
  if (marker)
    writeFileSync(marker, 'demo keys: production refuses to start with them\n', { mode: 0o600 })
}
