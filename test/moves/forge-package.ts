import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { identityToRecipient } from 'age-encryption'
import { openPiece, writePiece } from '#server/backup/sealed-pieces.ts'
import { cellsOf, hashRows, lineOf, readLines, type Cells } from '#server/move/copy-lines.ts'
import { pieceOfTable, type MoveManifest } from '#server/move/move-package.ts'

export type ChangeRow = (cells: Cells, columns: readonly string[]) => void

/** The package of an installation that lies: rows of a table are others, and every hash is right. Answers its fingerprint. */
export async function forgePackage(
  { folder, identity }: { readonly folder: string; readonly identity: string },
  table: string,
  change: ChangeRow,
  more: (manifest: MoveManifest) => void = () => undefined,
): Promise<string> {
  const file = path.join(folder, 'manifest.json')
  const manifest = JSON.parse(await readFile(file, 'utf8')) as MoveManifest
  const packed = manifest.tables.find(({ name }) => name === table)!
  const piece = pieceOfTable(folder, table)
  const hash = hashRows()
  const lines: string[] = []
  const opened = await openPiece(piece, identity)
  for await (const line of readLines(opened.pipe(createGunzip()))) {
    const cells = cellsOf(line)
    change(cells, packed.columns)
    lines.push(lineOf(cells))
    hash.add(lines.at(-1)!)
  }
  const plain = Readable.from([lines.map((line) => `${line}\n`).join('')], { objectMode: false })
  const written = await writePiece(
    piece,
    [plain, createGzip()],
    await identityToRecipient(identity),
  )
  Object.assign(packed, hash.end(), { piece: written })
  more(manifest)
  const text = JSON.stringify(manifest)
  await writeFile(file, text)
  return createHash('sha256').update(text).digest('hex')
}
