import { inTransaction, serverOf } from '../../../db/handle.ts'
import { NO_COMPANY } from '../../../db/uuid.ts'
import type { JobSpec } from '../../../jobs.ts'
import type { Services } from '../../../services.ts'
import { chainHeads } from '../../audit/chain-queries.ts'
import { readersOfHeads } from './letter-queries.ts'
import { enqueueLetters } from './notice-letters.ts'
import { keepHeads } from './sealed-heads.ts'

/** Starts at each start of the server and is not waited for: a million links take a minute. */
export const COMPARE_JOB = 'audit.compare'

/**
 * Once a day the ends of the audit chains are sent out of the database: a person who can cut a chain together with its head
 * leaves no trace inside it (security.md 5.3), but a kept letter proves the cut.
 */
export function auditHeadJobs(services: Services): JobSpec[] {
  return [
    {
      name: COMPARE_JOB,
      whileHeld: true,
      async handler() {
        await keepHeads(services)
      },
    },
    {
      name: 'audit.heads',
      cron: '50 3 * * *',
      async handler() {
        await keepHeads(services)
        await mailAuditHeads(services)
      },
    },
  ]
}

/** One letter to each person who wants them: the chain of the own company, or all chains for a super administrator. */
export async function mailAuditHeads(services: Services): Promise<void> {
  if (!services.mail) return
  const readers = await readersOfHeads(services.q)
  if (readers.length === 0) return
  const heads = await chainHeads(services.q)
  await inTransaction(serverOf(services, NO_COMPANY), async (tx) => {
    for (const { id, email, company_id } of readers) {
      const own = heads.filter((head) => company_id === null || head.company_id === company_id)
      if (own.length === 0) continue
      const text = [
        'Сохраните это письмо: по отпечатку «Проверка журнала» видит и то, что журнал обрезали с конца.',
        ...own.map(
          (head) => `${head.short_name ?? 'Платформа'}: ${head.seq}:${head.hash.toString('hex')}`,
        ),
      ].join('\n')
      const reader = { id, email, company_id, shown: false, mailed: true, pushed: false }
      const href = company_id === null ? '/super/audit' : '/operator/audit'
      await enqueueLetters(tx, [reader], { kind: 'audit_head', title: text, href })
    }
  })
}
