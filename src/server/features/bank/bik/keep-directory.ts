import { refuse } from '#http/refusal.ts'
import { ruDay } from '../../../documents/figures.ts'
import type { Tx } from '../../../db/handle.ts'
import { trace } from '../../../db/trail.ts'
import type { BikDirectory } from './bik-directory.ts'
import { knownBanks, lockLoads, noteLoad, presentDirectory, putDirectory } from './bik-queries.ts'
import { compareDirectories } from './compare-directories.ts'

/** Takes a directory in when it is newer than the one that stands; otherwise says why, and nothing changes. */
export async function keepDirectory(
  db: Tx,
  directory: BikDirectory,
  source: 'product' | 'upload',
): Promise<void> {
  await lockLoads(db)
  const present = await presentDirectory(db)
  if (present) refuseOlder(present, directory)
  const known = present ? await knownBanks(db, present.day) : []
  // The first directory of all adds every bank: that is not worth a list.
  const changes = present ? compareDirectories(known, directory) : []
  await putDirectory(db, directory)
  const id = await noteLoad(db, directory, source, changes)
  const { day, version, participants } = directory
  const after = { day, version, banks: participants.length, changes: changes.length }
  trace(db, { action: 'bank.bik_directory', entity: 'bank', id, before: present ?? null, after })
}

type Present = NonNullable<Awaited<ReturnType<typeof presentDirectory>>>

function refuseOlder(present: Present, directory: BikDirectory): void {
  const { day, version, participants } = directory
  if (day < present.day || (day === present.day && version <= present.version))
    refuse('bik.not-newer', {
      message:
        `Этот справочник — на ${ruDay(day)}, а загружен уже на ${ruDay(present.day)}. ` +
        'Скачайте новый с сайта Банка России',
    })
  // Banks go by dozens a year: a directory of half the size was cut, however well it is formed.
  if (participants.length * 2 < present.bank_count)
    refuse('bik.bad-file', {
      message: `В файле только ${participants.length} из ${present.bank_count} участников: похоже, он неполный`,
    })
}
