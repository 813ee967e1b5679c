import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { NO_COMPANY } from '../../../db/uuid.ts'
import { inTransaction, serverOf } from '../../../db/handle.ts'
import { listSealKeys } from '../../../keys/seal-key-queries.ts'
import type { Services } from '../../../services.ts'
import { sealFileName } from '../../../storage/key-files.ts'
import { StoreAway } from '../../../storage/store-away.ts'
import { headPlaces, type HeadPlace, type KeptLine } from './head-places.ts'
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
  /** The key that signed; heads of former releases do not name it. */
  key: z._default(z.int(), 1),
})
type SealedHead = z.output<typeof SealedHead>

/** A chain that is not what was kept of it, in words. */
export interface ChainProblem {
  readonly companyId: string
  readonly problem: string
}

export interface HeadsProof {
  readonly problems: readonly ChainProblem[]
  /** Otherwise S3 did not answer: what is kept there was not compared. */
  readonly isComplete: boolean
}

/**
 * Proves what was added to every chain since its last saved head and saves the new one, in each place outside the database. A
 * person who rewrites the database alone can make a chain that looks whole, but cannot change these places.
 */
export async function keepHeads(services: Services): Promise<HeadsProof> {
  const problems: ChainProblem[] = []
  let isComplete = true
  const prove = proofs(services)
  const trusted = await trustedKeys(services)
  const at = new Date().toISOString()
  for (const place of headPlaces(services))
    try {
      problems.push(...(await keepIn(place, services, { prove, at, trusted })))
    } catch (error) {
      // The file is kept without S3, and what a store that is away has is compared when it is back.
      if (!(error instanceof StoreAway)) throw error
      isComplete = false
      services.log.root.error({ err: error }, 'heads of the journal are not kept in S3')
    }
  const all = [...new Map(problems.map((one) => [`${one.companyId} ${one.problem}`, one])).values()]
  await tell(services, all)
  return { problems: all, isComplete }
}

async function keepIn(
  place: HeadPlace,
  { ring, q }: Services,
  { prove, at, trusted }: { prove: ReturnType<typeof proofs>; at: string; trusted: TrustedKeys },
): Promise<ChainProblem[]> {
  const { heads, problems } = readHeads(trusted, await place.read())
  const gone = new Set(heads.keys())
  const { id: key, bytes } = ring.newest()
  const changed: string[] = []
  for (const { company_id, seq, hash } of await chainHeads(q)) {
    const last = heads.get(company_id)
    gone.delete(company_id)
    const problem = await prove(company_id, last)
    if (problem !== undefined) problems.push({ companyId: company_id, problem })
    else if (last?.seq !== seq || last.key !== key) {
      const head = { company_id, seq, hash: hash.toString('hex') }
      const line = { at, ...head, mac: macOf(bytes, head), key }
      heads.set(company_id, line)
      changed.push(JSON.stringify(line))
    }
  }
  for (const companyId of gone) problems.push({ companyId, problem: 'Журнал пропал целиком' })
  const all = [...heads.values()].map((head) => JSON.stringify(head))
  if (changed.length > 0) await place.add(changed, all)
  return problems
}

/** A key by its number, unless it has none to open or was retired: then whoever has it still signs for nothing. */
type TrustedKeys = (id: number) => Buffer | undefined

async function trustedKeys({ q, ring }: Services): Promise<TrustedKeys> {
  const keys = await listSealKeys(q)
  const retired = new Set(keys.flatMap(({ id, retired_at }) => (retired_at === null ? [] : [id])))
  return (id) => (retired.has(id) ? undefined : ring.find(id))
}

/** The newest kept head of each chain, and the lines that this server's key did not sign. */
function readHeads(trusted: TrustedKeys, lines: readonly KeptLine[]) {
  const heads = new Map<string, SealedHead>()
  const problems: ChainProblem[] = []
  const withoutKey: { where: string; head: SealedHead }[] = []
  for (const { where, line } of lines) {
    const head = parseLine(line)
    const key = head && trusted(head.key)
    if (head && !key) withoutKey.push({ where, head })
    else if (!head || !isSigned(key!, head))
      problems.push({
        companyId: NO_COMPANY,
        problem: `${where} изменена или подписана другим ключом`,
      })
    else if (head.seq >= (heads.get(head.company_id)?.seq ?? 0)) heads.set(head.company_id, head)
  }
  // A rotation signs every head anew: what a key has signed that is gone since proves nothing, and what comes after it proves all.
  for (const { where, head } of withoutKey)
    if (head.seq > (heads.get(head.company_id)?.seq ?? 0))
      problems.push({
        companyId: NO_COMPANY,
        problem: `${where} подписана ключом ${sealFileName(head.key)}, которого здесь нет или который отозван`,
      })
  return { heads, problems }
}

/** Proofs of one run: places that kept the same head are proven once. */
function proofs(services: Services) {
  const done = new Map<string, Promise<string | undefined>>()
  return (companyId: string, savedHead: SealedHead | undefined) => {
    const key = `${companyId} ${savedHead?.seq} ${savedHead?.hash}`
    const proof = done.get(key) ?? problemSince(services, companyId, savedHead)
    done.set(key, proof)
    return proof
  }
}

function parseLine(line: string): SealedHead | undefined {
  try {
    return z.safeParse(SealedHead, JSON.parse(line)).data
  } catch {
    return undefined
  }
}

async function problemSince(
  { q, ring }: Services,
  companyId: string,
  savedHead: SealedHead | undefined,
): Promise<string | undefined> {
  for (let after = savedHead?.seq ?? 0; ;) {
    const proof = await verifyLinks(q, companyId, {
      after,
      findKey: (key) => ring.find(key),
      ...(savedHead && after === savedHead.seq && { savedHead }),
    })
    if (proof.broken) return proof.broken.problem
    if (proof.done) return undefined
    after = proof.proven
  }
}

type Head = Pick<SealedHead, 'company_id' | 'seq' | 'hash'>

/** Of a key of its own, made of one that is outside the database and its backups (security.md 7.2). */
function macOf(sealKey: Buffer, { company_id, seq, hash }: Head): string {
  const key = Buffer.from(hkdfSync('sha256', sealKey, '', 'audit-head', 32))
  return createHmac('sha256', key).update(`${company_id}:${seq}:${hash}`).digest('hex')
}

function isSigned(sealKey: Buffer, head: SealedHead): boolean {
  const [own, told] = [Buffer.from(macOf(sealKey, head)), Buffer.from(head.mac)]
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
