import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { previousKeyAt, previousUntil, lastBegun, SESSION_FILES } from '../auth/session-keys.ts'
import { addAuditEvent } from '../db/audit.ts'
import { inTransaction, serverOf } from '../db/handle.ts'
import { NO_COMPANY } from '../db/uuid.ts'
import { endSessionsBegunBefore } from '../features/user/people/session-queries.ts'
import { readKey } from '../storage/key-files.ts'
import { UNNOTICED_MS } from '../storage/key-ring.ts'
import { KeyRefused } from './key-refused.ts'
import { syncFolder, writeKey } from './make-key.ts'
import type { KeyWork } from './rotate-keys.ts'

const ROTATE = 'npm run keys -- rotate --of session'
const RETIRE = 'npm run keys -- retire --of session'
// No transaction is idle for longer (security.md 9.1).
const SLOW_SIGN_IN_MS = 10_000

/** Makes a key that is only accepted, for machines that must all have it before one of them signs by it. */
export async function prepareSessionKey(work: KeyWork): Promise<void> {
  const dir = ownFolder(work)
  if (existsSync(path.join(dir, SESSION_FILES.next)))
    throw new KeyRefused(
      `${SESSION_FILES.next} уже ждёт: разнесите его по всем машинам, затем ${ROTATE}`,
    )
  await writeKey(dir, SESSION_FILES.next, randomBytes(32))
  work.say(`Сделан ${SESSION_FILES.next}: разнесите его по всем машинам, затем ${ROTATE}`)
}

/**
 * Signs from now on by the next key; what the former one signed is accepted until its sessions end. Refused while a still older key
 * is accepted: its people would be signed out. After a crash in the middle the same command goes on.
 */
export async function rotateSessionKey(work: KeyWork): Promise<void> {
  const dir = ownFolder(work)
  const { keyFolders } = work.services.config
  const signing = readKey(keyFolders, SESSION_FILES.now)
  const replacedAt = previousKeyAt({ keyFolders })
  const isAccepted = replacedAt !== undefined && Date.now() < previousUntil(replacedAt)
  if (isAccepted && !readKey([{ dir }], SESSION_FILES.previous).equals(signing))
    throw new KeyRefused(
      `прежний ключ сеансов принимается до ${timeOf(previousUntil(replacedAt))}: подождите или отзовите его: ${RETIRE}`,
    )
  const next = path.join(dir, SESSION_FILES.next)
  if (!existsSync(next)) await writeKey(dir, SESSION_FILES.next, randomBytes(32))
  readKey([{ dir }], SESSION_FILES.next)
  // Every process accepts the next key before one of them signs by it.
  await sleep(UNNOTICED_MS)
  await inTransaction(serverOf(work.services, NO_COMPANY), async (tx) =>
    addAuditEvent(tx, { action: 'key.session-rotate', entity: 'installation', id: NO_COMPANY }),
  )
  await writeKey(dir, SESSION_FILES.previous, signing)
  await rename(next, path.join(dir, SESSION_FILES.now))
  await syncFolder(dir)
  const until = timeOf(previousUntil(previousKeyAt({ keyFolders })!))
  work.say(`Новый ${SESSION_FILES.now} подписывает сеансы; прежний принимается до ${until}`)
  work.say(`Если прежний известен посторонним, отзовите его сразу: ${RETIRE}`)
}

/**
 * Ends the former key at once, with every session that it could have signed: a ticket that somebody forged lets in nobody, and
 * what was opened by it is closed. Sessions that began under the new key stay.
 */
export async function retireSessionKey(
  work: KeyWork,
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<void> {
  const dir = ownFolder(work)
  const replacedAt = previousKeyAt(work.services.config)
  if (replacedAt === undefined)
    throw new KeyRefused(`прежнего ключа сеансов здесь нет: сначала ${ROTATE}`)
  const ended = await endBegunBy(work, replacedAt)
  await rm(path.join(dir, SESSION_FILES.previous))
  await syncFolder(dir)
  work.say('Прежний ключ сеансов отозван: кто вошёл при нём, входит заново')
  // One that was being continued in another account at that moment has the same beginning.
  await pause(UNNOTICED_MS + SLOW_SIGN_IN_MS)
  work.say(`Завершено сеансов: ${ended + (await endBegunBy(work, replacedAt))}`)
}

/** What signs sessions on this machine, and until when the former key is accepted. */
export async function tellSessionKey({ services, say }: KeyWork): Promise<void> {
  const replacedAt = previousKeyAt(services.config)
  say(`${SESSION_FILES.now} подписывает сеансы`)
  const dir = services.config.keyFolders.at(-1)!.dir
  if (existsSync(path.join(dir, SESSION_FILES.next)))
    say(`${SESSION_FILES.next} принимается, ждёт rotate`)
  if (replacedAt === undefined) return say('прежнего ключа нет')
  const until = previousUntil(replacedAt)
  const isOver = Date.now() >= until
  say(
    `${SESSION_FILES.previous} ${isOver ? 'не принимается с' : 'принимается до'} ${timeOf(until)}`,
  )
}

function endBegunBy({ services }: KeyWork, replacedAt: number): Promise<number> {
  return inTransaction(serverOf(services, NO_COMPANY), async (tx) => {
    const count = await endSessionsBegunBefore(tx, lastBegun(replacedAt))
    addAuditEvent(tx, {
      action: 'key.session-retire',
      entity: 'installation',
      id: NO_COMPANY,
      after: { ended: count },
    })
    return count
  })
}

/** The folder of `session.key`, where this command may write; what systemd hands over only an administrator replaces. */
function ownFolder({ services }: KeyWork): string {
  const { keyFolders } = services.config
  const folder = keyFolders.find(({ dir }) => existsSync(path.join(dir, SESSION_FILES.now)))
  if (folder && !folder.bySystemd) return folder.dir
  throw new KeyRefused(
    `${SESSION_FILES.now} выдаёт systemd: замените его там и перезапустите процессы, все войдут заново`,
  )
}

const timeOf = (at: number) => new Date(at).toLocaleString('sv')
