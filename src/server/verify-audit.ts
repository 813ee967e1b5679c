import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { endInWords, readConfig } from './config.ts'
import { chainHeads } from './features/audit/chain-queries.ts'
import { findBrokenLink, type SavedHead } from './features/audit/verify-links.ts'
import { keepHeads } from './features/user/notices/sealed-heads.ts'
import { listSealKeys } from './keys/seal-key-queries.ts'
import { openServices } from './open-services.ts'
import type { Services } from './services.ts'

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

/** Proves every chain, also against the heads that the server keeps, and answers whether all hold. A file of one's own is compared and added to. */
async function verifyAll(services: Services, file: string | undefined): Promise<boolean> {
  const heads = readHeads(file)
  const { problems, isComplete } = await keepHeads(services)
  for (const { companyId, problem } of problems) console.error(`${companyId}: НАРУШЕН. ${problem}`)
  if (!isComplete) console.error('S3 не отвечает: с отпечатками, которые хранятся там, не сверено')
  let isWhole = problems.length === 0 && isComplete
  for (const { company_id, short_name, seq, hash } of await chainHeads(services.q)) {
    const name = short_name ?? 'Платформа'
    const broken = await findBrokenLink(services.q, company_id, heads.get(company_id))
    if (broken) console.error(`${name}: НАРУШЕН. ${broken.problem}`)
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
  const { values } = parseArgs({ options: { heads: { type: 'string' } } })
  const services = await openServices(readConfig())
  try {
    const isWhole = await verifyAll(services, values.heads)
    await tellLeaks(services)
    if (isWhole) console.log('Журнал цел')
    else process.exitCode = 1
  } finally {
    await services.close()
  }
}

await main().catch(endInWords)
