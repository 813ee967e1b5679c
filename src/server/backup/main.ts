import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { ownValue } from '#contract/core/own-value.ts'
import { BadSettings, readConfig, readKeyFolders } from '../config.ts'
import { reachDatabase } from '../db/connection/reach.ts'
import { DEADLINES } from '../deadlines.ts'
import { openFiles } from '../storage/files.ts'
import { BadKey, type KeyFolder } from '../storage/key-files.ts'
import { openKeyRing } from '../storage/key-ring.ts'
import { noteBackup } from './backup-queries.ts'
import { makeBackup } from './make-backup.ts'
import { BadBackup, backupNames, readManifest } from './manifest.ts'
import { readBackupDir, readRestoreTarget } from './restore-config.ts'
import { removeOldBackups } from './copy-files.ts'
import { restoreBackup } from './restore-backup.ts'
import { verifyBackup } from './verify-backup.ts'
import { runCommand } from '../settings/run-command.ts'

const USAGE = `Копии:
  npm run backup                                       снять копию
  npm run backup -- --new-key ФАЙЛ                     сделать ключ, которым копии открываются
  npm run backup:verify -- [КОПИЯ] [--identity ФАЙЛ]   проверить копию, с ключом до последней строки
  npm run restore -- [КОПИЯ] --identity ФАЙЛ           восстановить в пустую базу
КОПИЯ — имя папки в BACKUP_DIR, без него последняя.`

interface Asked {
  readonly name: string | undefined
  readonly identity: string | undefined
  readonly newKey: string | undefined
}

const COMMANDS: Record<string, (asked: Asked) => Promise<void>> = {
  make: ({ newKey }) => (newKey === undefined ? make() : makeKey(newKey)),
  verify,
  restore,
}

const say = (words: string) => console.log(words)

async function make(): Promise<void> {
  const config = readConfig()
  const { backup, keyFolders } = config
  if (!backup)
    throw new BadSettings('Неверные настройки:\n  BACKUP_DIR и BACKUP_RECIPIENT: не заданы')
  const startedAt = new Date()
  const client = await reachDatabase(config.databaseUrl)
  const files = openFiles(path.join(config.dataDir, 'files'), config.files, DEADLINES.storeMs)
  try {
    const source = { client, files, keyFolders, ring: openKeyRing(keyFolders), say }
    const made = await makeBackup(backup, source).catch(async (error: Error) => {
      // What ended the connection as well cannot be written down: the age of the newest backup tells of it.
      await noteBackup(client, startedAt, { failure: error.message }).catch(() => undefined)
      throw error
    })
    await noteBackup(client, startedAt, made)
    const old = await removeOldBackups(backup.dir, backup.keepDays)
    if (old.backups > 0) say(`Удалено старых копий: ${old.backups}, файлов: ${old.files}`)
    say(`Копия ${made.name} снята и прочитана обратно`)
  } finally {
    files.close()
    await client.end()
  }
}

async function makeKey(file: string): Promise<void> {
  if (existsSync(file)) throw new BadBackup(`${file} уже есть`)
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  await writeFile(file, `# public key: ${recipient}\n${identity}\n`, { mode: 0o600, flag: 'wx' })
  say(`Ключ записан в ${file}. Унесите его с сервера: без него копии не открыть никому.`)
  say(`BACKUP_RECIPIENT=${recipient}`)
}

async function verify({ name, identity }: Asked): Promise<void> {
  const { dir, name: chosen } = await choose(name)
  const key = identity === undefined ? undefined : await readIdentity(identity)
  const ring = openOwnRing(readKeyFolders())
  const { manifest, problems } = await verifyBackup(dir, chosen, { ring, identity: key })
  const { tables, files } = manifest
  say(`Копия ${chosen}: таблиц ${tables.length}, файлов ${files.count}`)
  if (!ring) say('Ключей системы здесь нет: что копия снята ею, не проверено')
  for (const problem of problems) console.error(`НАРУШЕНА. ${problem}`)
  if (problems.length > 0) process.exitCode = 1
  else say(key === undefined ? 'Копия цела' : 'Копия цела и расшифрована вся')
}

async function restore({ name, identity }: Asked): Promise<void> {
  if (identity === undefined) throw new BadBackup('назовите ключ: --identity ФАЙЛ')
  const target = readRestoreTarget()
  const { dir: root, name: chosen } = await choose(name)
  const key = await readIdentity(identity)
  const ring = openOwnRing(target.keyFolders)
  say(`Восстанавливается ${chosen}`)
  const { manifest, problems } = await verifyBackup(root, chosen, { ring })
  if (problems.length > 0) throw new BadBackup(`копия нарушена: ${problems.join('; ')}`)
  if (ring === undefined)
    say('Ключей здесь нет: что копия снята этой системой, доказывает только ключ из неё самой')
  await restoreBackup(manifest, { root, name: chosen, identity: key, say }, target)
  // Without a key of ours the manifest was only read: now the keys are there to prove it.
  await readManifest(path.join(root, chosen), openKeyRing(target.keyFolders))
  say('Готово. Запустите npm run serve: выплаты, письма и события ждут, пока их не отпустят двое')
}

/** The keys of this installation; undefined on a machine that has none, as where backups are looked at alone. */
function openOwnRing(folders: readonly KeyFolder[]) {
  const ring = openKeyRing(folders)
  return ring.ids().length > 0 ? ring : undefined
}

async function choose(name: string | undefined): Promise<{ dir: string; name: string }> {
  const dir = readBackupDir()
  const names = await backupNames(dir)
  const chosen = name ?? names.at(-1)
  if (chosen === undefined) throw new BadBackup(`в ${dir} нет ни одной копии`)
  if (!names.includes(chosen)) throw new BadBackup(`в ${dir} нет копии ${chosen}`)
  return { dir, name: chosen }
}

/** The secret line of a file that `age-keygen` or `--new-key` has written. */
async function readIdentity(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new BadBackup(`ключа ${file} нет`)
  })
  const found = /^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]+$/m.exec(text)
  if (!found) throw new BadBackup(`в ${file} нет ключа вида AGE-SECRET-KEY-1…`)
  return found[0]
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { identity: { type: 'string' }, 'new-key': { type: 'string' } },
  })
  const [command = '', name, ...rest] = positionals
  const work = ownValue(COMMANDS, command)
  if (!work || rest.length > 0) throw new BadBackup(USAGE)
  await work({ name, identity: values.identity, newKey: values['new-key'] })
}

await runCommand(USAGE, [BadBackup, BadKey], main)
