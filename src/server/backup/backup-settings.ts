import path from 'node:path'
import * as z from 'zod/mini'

/** Where backups go and who can open them. */
export interface BackupSettings {
  /** A folder on another disk or machine; one folder a backup, and `files/` that all of them share. */
  readonly dir: string
  /** The public half of an age key; the private half is not on this machine. */
  readonly recipient: string
  /** Backups older than this are removed, except the newest whole one. */
  readonly keepDays: number
}

const RECIPIENT = /^age1[02-9ac-hj-np-z]{58}$/
const DAYS = /^[1-9]\d{0,3}$/

const SETTINGS = z.object({
  BACKUP_DIR: z.optional(z.string()),
  BACKUP_RECIPIENT: z.optional(
    z.string().check(z.regex(RECIPIENT, 'нужен открытый ключ age вида age1…')),
  ),
  BACKUP_KEEP_DAYS: z._default(
    z.string().check(z.regex(DAYS, 'нужно число дней от 1 до 9999')),
    '35',
  ),
})

/** `BACKUP_*`: none of them, or folder and recipient together; `problems` name every bad one. */
export function backupSettings(env: Readonly<Record<string, string | undefined>>): {
  backup: BackupSettings | undefined
  problems: string[]
} {
  const parsed = z.safeParse(SETTINGS, env)
  if (!parsed.success)
    return {
      backup: undefined,
      problems: parsed.error.issues.map((one) => `${one.path.join('.')}: ${one.message}`),
    }
  const { BACKUP_DIR: dir, BACKUP_RECIPIENT: recipient, BACKUP_KEEP_DAYS: days } = parsed.data
  if (dir === undefined && recipient === undefined) return { backup: undefined, problems: [] }
  if (dir === undefined || recipient === undefined)
    return {
      backup: undefined,
      problems: ['BACKUP_DIR и BACKUP_RECIPIENT: копиям нужны обе настройки или ни одной'],
    }
  return { backup: { dir: path.resolve(dir), recipient, keepDays: Number(days) }, problems: [] }
}
