import path from 'node:path'
import type { ArchivedPart } from '../features/audit/archived-parts.ts'
import { readLinks } from '../features/audit/chain-queries.ts'
import type { SavedHead } from '../features/audit/verify-links.ts'
import type { Services } from '../services.ts'
import { JournalRefused, proveArchive } from './archive-file.ts'

const LINKS_AT_ONCE = 2000

/**
 * Proves the files of a chain's archived parts as the beginning of the chain, compares the events of theirs that the database
 * still has, and a head that was kept outside. Answers what is wrong, or undefined.
 */
export async function findBrokenArchive(
  { q }: Pick<Services, 'q'>,
  companyId: string,
  { parts, folder, savedHead }: ArchiveOfChain,
): Promise<string | undefined> {
  for (const part of parts) {
    const stored = new Map<number, string>()
    for (let after = part.first_seq - 1; ;) {
      const to = part.last_seq
      const links = await readLinks(q, companyId, { after, to, limit: LINKS_AT_ONCE })
      for (const { seq, hash } of links) stored.set(seq, hash.toString('hex'))
      if (links.length < LINKS_AT_ONCE) break
      after = links.at(-1)!.seq
    }
    if (savedHead) stored.set(savedHead.seq, savedHead.hash.toLowerCase())
    let differs: number | undefined
    const file = path.join(folder, companyId, part.file)
    try {
      await proveArchive(file, { ...part, company_id: companyId }, ({ seq, hash }) => {
        if ((stored.get(seq) ?? hash) !== hash) differs ??= seq
      })
    } catch (error) {
      if (error instanceof JournalRefused) return error.message
      throw error
    }
    if (differs !== undefined) return `Запись № ${differs} в базе не та, что в архиве`
  }
  return undefined
}

interface ArchiveOfChain {
  readonly parts: readonly ArchivedPart[]
  readonly folder: string
  readonly savedHead: SavedHead | undefined
}
