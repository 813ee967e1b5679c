import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import path from 'node:path'
import * as z from 'zod/mini'
import type { Config } from '../../../config.ts'
import { NO_COMPANY } from '../../../db/uuid.ts'
import { inTransaction } from '../../../db/handle.ts'
import type { Services } from '../../../services.ts'
import { serverOf } from '../../../sweeps/each-row.ts'
import { alertManagers } from './notice-queries.ts'
import { chainHeads } from '../../audit/chain-queries.ts'
import { verifyLinks } from '../../audit/verify-links.ts'

/** A head as it is kept outside the database: signed by a key that the database never sees. */
const SealedHead = z.strictObject({
  at: z.string(),
  company_id: z.uuid(),
  seq: z.int(),
  hash: z.string(),
  mac: z.string(),
})
type SealedHead = z.output<typeof SealedHead>

/** A chain that is not what was kept of it, in words. */
export interface ChainProblem {
  readonly companyId: string
  readonly problem: string
}

/** Where the server keeps heads by itself, beside the files and outside the database. */
export const headsFile = ({ dataDir }: Config): string => path.join(dataDir, 'audit-heads.jsonl')

/**
 * Proves what was added to every chain since its kept head and keeps the new one. Whoever rewrites the database alone can make a chain that
 * looks whole, and cannot make this file say the same.
 */
export async function keepHeads(services: Services): Promise<ChainProblem[]> {
  const { config, q } = services
  const { kept, problems } = readKept(config)
  const at = new Date().toISOString()
  for (const { company_id, seq, hash } of await chainHeads(q)) {
    const last = kept.get(company_id)
    kept.delete(company_id)
    const problem = await problemSince(services, company_id, last)
    if (problem !== undefined) problems.push({ companyId: company_id, problem })
    else if (last?.seq !== seq) {
      const head = { company_id, seq, hash: hash.toString('hex') }
      const line = { at, ...head, mac: macOf(config, head) }
      appendFileSync(headsFile(config), `${JSON.stringify(line)}\n`, { mode: 0o600 })
    }
  }
  for (const companyId of kept.keys())
    problems.push({ companyId, problem: 'Журнал пропал целиком' })
  await tell(services, problems)
  return problems
}

/** The last kept head of each chain, and the lines that this server's key did not sign. */
function readKept(config: Config): { kept: Map<string, SealedHead>; problems: ChainProblem[] } {
  const file = headsFile(config)
  const kept = new Map<string, SealedHead>()
  const problems: ChainProblem[] = []
  if (!existsSync(file)) return { kept, problems }
  const lines = readFileSync(file, 'utf8').split('\n')
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue
    const head = parseLine(line)
    if (head && isSigned(config, head)) kept.set(head.company_id, head)
    else
      problems.push({
        companyId: NO_COMPANY,
        problem: `Строка ${at + 1} файла отпечатков изменена или подписана другим ключом`,
      })
  }
  return { kept, problems }
}

function parseLine(line: string): SealedHead | undefined {
  try {
    return z.safeParse(SealedHead, JSON.parse(line)).data
  } catch {
    return undefined
  }
}

async function problemSince(
  { q }: Services,
  companyId: string,
  kept: SealedHead | undefined,
): Promise<string | undefined> {
  for (let after = kept?.seq ?? 0; ;) {
    const proof = await verifyLinks(q, companyId, {
      after,
      ...(kept && after === kept.seq && { kept }),
    })
    if (proof.broken) return proof.broken.problem
    if (proof.done) return undefined
    after = proof.proven
  }
}

type Head = Pick<SealedHead, 'company_id' | 'seq' | 'hash'>

/** Of a key of its own, made of one that is outside the database and its backups (security.md 7.2). */
function macOf({ secrets }: Config, { company_id, seq, hash }: Head): string {
  const key = Buffer.from(hkdfSync('sha256', secrets.seal, '', 'audit-head', 32))
  return createHmac('sha256', key).update(`${company_id}:${seq}:${hash}`).digest('hex')
}

function isSigned(config: Config, head: SealedHead): boolean {
  const [own, told] = [Buffer.from(macOf(config, head)), Buffer.from(head.mac)]
  return own.length === told.length && timingSafeEqual(own, told)
}

/** A rewritten journal is worth nothing to who reads it: super administrators learn it at once, and the log has it for the guards. */
async function tell(services: Services, problems: readonly ChainProblem[]): Promise<void> {
  for (const { companyId, problem } of problems)
    services.log.root.error({ company: companyId, problem }, 'audit chain is not what was kept')
  if (problems.length === 0) return
  const [{ companyId, problem }] = problems as [ChainProblem]
  await inTransaction(serverOf(services, NO_COMPANY), (tx) =>
    alertManagers(
      tx,
      {
        kind: 'record_damaged',
        title: `Журнал изменений нарушен: ${problem}`.slice(0, 200),
        href: companyId === NO_COMPANY ? '/super/audit' : `/super/audit?company=${companyId}`,
      },
      null,
    ),
  )
}
