import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { openFiles } from '../storage/files.ts'
import type { KeyFolder } from '../storage/key-files.ts'
import { migrate } from '../db/migrate.ts'
import { pieceOfFile, readFileList, storageKeyOf } from './copy-files.ts'
import { loadTables, markRestored, openEmpty } from './load-queries.ts'
import { BadBackup, pieceOfKey, type Manifest } from './manifest.ts'
import type { RestoreTarget } from './restore-config.ts'
import { openPiece } from './sealed-pieces.ts'

interface Source {
  readonly root: string
  readonly name: string
  readonly identity: string
  say(words: string): void
}

/** Keys first, which must not differ from those that are there; then the database, then the files that are not there yet. */
export async function restoreBackup(
  manifest: Manifest,
  source: Source,
  target: RestoreTarget,
): Promise<void> {
  await restoreKeys(manifest, source, target.keyFolders)
  const client = await openEmpty(target.databaseUrl)
  try {
    await migrate(target.databaseUrl, { only: manifest.migrations })
    const dir = path.join(source.root, source.name)
    await loadTables(client, manifest, { dir, identity: source.identity })
    // A backup of an older release knows of no hold.
    await migrate(target.databaseUrl)
    await markRestored(client, manifest.made_at)
  } finally {
    await client.end()
  }
  source.say(`База восстановлена: таблиц ${manifest.tables.length}`)
  await restoreFiles(source, target)
}

async function restoreKeys(
  { keys }: Manifest,
  { root, name, identity, say }: Source,
  folders: readonly KeyFolder[],
): Promise<void> {
  const { dir } = folders.at(-1)!
  await mkdir(dir, { recursive: true, mode: 0o700 })
  for (const { name: key } of keys) {
    const bytes = await buffer(await openPiece(pieceOfKey(path.join(root, name), key), identity))
    const places = folders.map((folder) => path.join(folder.dir, key))
    const file = places.find((place) => existsSync(place)) ?? path.join(dir, key)
    if (!existsSync(file)) await writeFile(file, bytes, { mode: 0o600, flush: true })
    else if (!bytes.equals(await readFile(file)))
      throw new BadBackup(`${file} не тот, что в копии: восстановите её в пустую папку ключей`)
  }
  say(`Ключей: ${keys.length}`)
}

async function restoreFiles(
  { root, name, identity, say }: Source,
  target: RestoreTarget,
): Promise<void> {
  const files = openFiles(path.join(target.dataDir, 'files'), target.files, target.silenceMs)
  let count = 0
  try {
    for await (const line of readFileList(path.join(root, name))) {
      const store = line.place === 's3' ? files.s3 : files.disk
      if (!store)
        throw new BadBackup(`файл ${storageKeyOf(line)} лежал в S3: укажите S3_* или FILES_IN`)
      const isThere = await store.size(line.name).then(
        () => true,
        () => false,
      )
      if (!isThere)
        await store.put(
          line.name,
          await buffer(await openPiece(pieceOfFile(root, line.name), identity)),
        )
      count++
    }
  } finally {
    files.close()
  }
  say(`Файлы восстановлены: ${count}`)
}
