import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { inTransaction, serverOf } from '../../../db/handle.ts'
import { NO_COMPANY } from '../../../db/uuid.ts'
import type { Services } from '../../../services.ts'
import type { BikDirectory } from './bik-directory.ts'
import { lockLoads, presentDirectory } from './bik-queries.ts'
import { storeDirectory } from './store-directory.ts'

/** Where `scripts/pack-bik-directory.ts` puts the table that ships with the product. */
export const SHIPPED_FILE = path.resolve(import.meta.dirname, 'shipped-directory.json.br')

/** Takes in the shipped table at a start, unless the database knows a directory that is as new. */
export async function storeShippedDirectory(services: Services): Promise<boolean> {
  const db = serverOf(services, NO_COMPANY)
  const shipped = unpackDirectory(readFileSync(SHIPPED_FILE))
  return inTransaction(db, async (tx) => {
    // Two processes of a new installation start at once: the second finds what the first has stored.
    await lockLoads(tx)
    const present = await presentDirectory(tx)
    if (present && present.day >= shipped.day) return false
    await storeDirectory(tx, { directory: shipped, source: 'product' })
    return true
  })
}

/** A directory as a few dozen kilobytes: it repeats itself so much that the compressor does all the work. */
export function packDirectory(directory: BikDirectory): Buffer {
  return brotliCompressSync(JSON.stringify(directory))
}

export function unpackDirectory(bytes: Buffer): BikDirectory {
  return JSON.parse(brotliDecompressSync(bytes).toString('utf8')) as BikDirectory
}
