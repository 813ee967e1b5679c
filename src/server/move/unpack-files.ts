import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { hashPiece, openPiece, type Piece } from '../backup/sealed-pieces.ts'
import { hashOfStored } from '../storage/file-store.ts'
import type { Files } from '../storage/files.ts'
import { companyOfName, isName, type PlaceName } from '../storage/storage-key.ts'
import {
  listOfFiles,
  MoveRefused,
  pieceOfFile,
  pieceOfOutsiders,
  pieceOfTable,
  type MoveManifest,
} from './move-package.ts'
import { readFileLines, type FileLine } from './pack-files.ts'

/** Reads every byte of a package: what was changed, cut or is missing is named before anything is stored. */
export async function assertWhole(dir: string, manifest: MoveManifest): Promise<void> {
  for (const { name, piece } of manifest.tables)
    await assertPiece(`таблица ${name}`, pieceOfTable(dir, name), piece)
  await assertPiece('список людей', pieceOfOutsiders(dir), manifest.outsiders.piece)
  const list = await hashPiece(listOfFiles(dir)).catch(missingPiece('список файлов'))
  if (list.sha256 !== manifest.files.sha256)
    throw new MoveRefused(`список файлов изменён. ${AGAIN}`)
  let count = 0
  for await (const line of readFileLines(dir)) {
    count++
    if (!isName(line.name) || companyOfName(line.name) !== manifest.company.id)
      throw new MoveRefused(`файл ${line.name} не этой компании: такая выгрузка не принимается`)
    await assertPiece(`файл ${line.name}`, pieceOfFile(dir, line.name), line)
  }
  if (count !== manifest.files.count) throw new MoveRefused(`список файлов не полон. ${AGAIN}`)
}

const AGAIN = 'Возьмите выгрузку у прежней установки заново'
const missingPiece = (what: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error
  throw new MoveRefused(`в выгрузке нет: ${what}. ${AGAIN}`)
}

async function assertPiece(what: string, file: string, { size, sha256 }: Piece): Promise<void> {
  const found = await hashPiece(file).catch(missingPiece(what))
  if (found.size !== size || found.sha256 !== sha256)
    throw new MoveRefused(`байты изменены: ${what}. ${AGAIN}`)
}

interface Target {
  readonly dir: string
  readonly identity: string
  readonly files: Files
  readonly place: PlaceName
}

/** Opens every file of the package: one that is another leaves no company here that never arrives. */
export async function assertFilesOpen({ dir, identity }: Pick<Target, 'dir' | 'identity'>) {
  for await (const line of readFileLines(dir)) await openFile({ dir, identity }, line)
}

async function openFile(
  { dir, identity }: Pick<Target, 'dir' | 'identity'>,
  { name, plain }: FileLine,
): Promise<Buffer> {
  const bytes = await buffer(await openPiece(pieceOfFile(dir, name), identity))
  if (createHash('sha256').update(bytes).digest('hex') === plain) return bytes
  throw new MoveRefused(`файл ${name} не тот, что был у прежней установки. ${AGAIN}`)
}

/** Stores the files that are not there yet, each read back; answers how many are there now. */
export async function unpackFiles({ dir, identity, files, place }: Target): Promise<number> {
  const store = place === 's3' ? files.s3! : files.disk
  let count = 0
  for await (const line of readFileLines(dir)) {
    const { name, plain } = line
    const there = await hashOfStored(store, name).catch(() => undefined)
    if (there !== plain) {
      await store.put(name, await openFile({ dir, identity }, line))
      if ((await hashOfStored(store, name)) !== plain)
        throw new MoveRefused(`файл ${name} прочитан не таким, каким записан: проверьте диск`)
    }
    count++
  }
  return count
}
