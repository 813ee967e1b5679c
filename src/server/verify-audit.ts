import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { endInWords, readConfig } from './config.ts'
import { readArchivedParts } from './features/audit/archived-parts.ts'
import { chainHeads } from './features/audit/chain-queries.ts'
import { findBrokenLink, type SavedHead } from './features/audit/verify-links.ts'
import { keepHeads } from './features/user/notices/sealed-heads.ts'
import { findBrokenArchive } from './journal/prove-archive.ts'
import { listSealKeys } from './keys/seal-key-queries.ts'
import { openServices } from './open-services.ts'
import type { Services } from './services.ts'

interface Asked {
  readonly heads?: string | undefined
  readonly archive?: string | undefined
}

const KeptLine = z.object({ company_id: z.uuid(), seq: z.int(), hash: z.string() })

/** Heads that were kept outside the database, one JSON object a line; the last line of a chain counts. */
function readHeads(file: string | undefined): Map<string, SavedHead> {
  if (file === undefined || !existsSync(file)) return new Map()
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
  return new Map(
    lines.map((line) => {
      const { company_id, seq, hash } = z.parse(KeptLine, JSON.parse(line))
      return [company_id, { seq, hash }]
    }),
  )
}

/** What is wrong with a chain, its archived parts included where their folder is named; else says which part is away. */
async function findProblem(
  services: Services,
  { company_id, name }: { company_id: string; name: string },
  { savedHead, archive }: { savedHead: SavedHead | undefined; archive: string | undefined },
): Promise<string | undefined> {
  const findKey = (key: number) => services.ring.find(key)
  const broken = await findBrokenLink(services.q, company_id, { savedHead, findKey })
  const parts = await readArchivedParts(services.q, company_id, findKey)
  const last = parts.at(-1)
  if (broken || !last) return broken?.problem
  const away = `${name}: записи № 1–${last.last_seq}, до ${last.before}, в архиве`
  if (archive === undefined) console.log(`${away}: без --archive ПАПКА сами они не доказаны`)
  else {
    const problem = await findBrokenArchive(services, company_id, {
      parts,
      folder: archive,
      savedHead,
    })
    if (problem !== undefined) return problem
    console.log(`${away}, доказаны по нему`)
  }
  return undefined
}

/** Proves every chain, also against the heads that the server keeps, and answers whether all hold. A file of one's own is compared and added to. */
async function verifyAll(services: Services, { heads: file, archive }: Asked): Promise<boolean> {
  const heads = readHeads(file)
  const { problems, isComplete } = await keepHeads(services)
  for (const { companyId, problem } of problems) console.error(`${companyId}: НАРУШЕН. ${problem}`)
  if (!isComplete) console.error('S3 не отвечает: с отпечатками, которые хранятся там, не сверено')
  let isWhole = problems.length === 0 && isComplete
  for (const { company_id, short_name, seq, hash } of await chainHeads(services.q)) {
    const name = short_name ?? 'Платформа'
    const savedHead = heads.get(company_id)
    const problem = await findProblem(services, { company_id, name }, { savedHead, archive })
    const broken = problem !== undefined
    if (broken) console.error(`${name}: НАРУШЕН. ${problem}`)
    else console.log(`${name}: записей ${seq}, отпечаток ${hash.toString('hex')}`)
    if (broken) isWhole = false
    else if (file !== undefined)
      appendFileSync(
        file,
        `${JSON.stringify({ at: new Date().toISOString(), company_id, seq, hash: hash.toString('hex') })}\n`,
      )
    heads.delete(company_id)
  }
  for (const [company] of heads) {
    isWhole = false
    console.error(`${company}: НАРУШЕН. Журнал пропал целиком`)
  }
  return isWhole
}

/** Of which keys it is known that others have them, and what that leaves proven. */
async function tellLeaks({ q }: Services): Promise<void> {
  const keys = await listSealKeys(q)
  for (const { id, leaked_from } of keys.filter((key) => key.leaked_from !== null)) {
    const next = keys.find((key) => key.id > id && key.made_at !== null)
    console.log(
      `Ключ ${id} известен посторонним с ${leaked_from}: отпечатки, подписанные им с этого момента, ничего не доказывают. ` +
        `Записи после ${next?.made_at} доказаны ключом ${next?.id}`,
    )
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { heads: { type: 'string' }, archive: { type: 'string' } },
  })
  const services = await openServices(readConfig())
  try {
    const isWhole = await verifyAll(services, values)
    await tellLeaks(services)
    if (isWhole) console.log('Журнал цел')
    else process.exitCode = 1
  } finally {
    await services.close()
  }
}

await main().catch(endInWords)
