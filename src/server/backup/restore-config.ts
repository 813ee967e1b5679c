import path from 'node:path'
import { BadSettings, keyFoldersOf, parseEnvironment } from '../config.ts'
import { DEADLINES } from '../deadlines.ts'
import type { KeyFolder } from '../storage/key-files.ts'
import type { FileSettings } from '../storage/s3/s3-settings.ts'

/** Where an installation is, before its keys are there. */
export interface RestoreTarget {
  /** The owner's address where it is named: tables are made here. */
  readonly databaseUrl: string
  readonly dataDir: string
  /** Keys of a backup are written to the last one. */
  readonly keyFolders: readonly KeyFolder[]
  readonly files: FileSettings
  /** How long S3 may be silent. */
  readonly silenceMs: number
}

/** Throws BadSettings as the server's start does. The recipient makes backups; to restore one nobody needs it. */
export function readRestoreTarget(env = process.env): RestoreTarget {
  const { value, files } = parseEnvironment({ ...env, BACKUP_DIR: '', BACKUP_RECIPIENT: '' })
  return {
    databaseUrl: value.DATABASE_OWNER_URL ?? value.DATABASE_URL,
    dataDir: path.resolve(value.DATA_DIR),
    keyFolders: keyFoldersOf(value),
    files,
    silenceMs: DEADLINES.storeMs,
  }
}

/** The folder of backups alone: to look at them needs no recipient. */
export function readBackupDir(): string {
  const dir = process.env['BACKUP_DIR']
  if (!dir) throw new BadSettings('Неверные настройки:\n  BACKUP_DIR: не задано')
  return path.resolve(dir)
}
