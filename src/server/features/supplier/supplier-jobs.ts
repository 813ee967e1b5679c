import { inTransaction, type Tx } from '../../db/handle.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { raiseFlag } from '../../flags.ts'
import type { FlagCode } from '#contract/core/flags.ts'
import type { JobSpec } from '../../jobs.ts'
import type { Services } from '../../services.ts'
import { eachRow } from '../../sweeps/each-row.ts'
import {
  CONSENTS,
  consentsOver,
  DOCUMENTS,
  documentsOver,
  endConsent,
} from './consent/consent-queries.ts'
import { EXPIRING, expiringPapers, type ExpiringPapers } from './consent/expiring-queries.ts'
import { alertManagers, hasNoticeOfKind, type Alert } from '../user/notices/notice-queries.ts'
import { askTaxServiceForAll } from './npd/check-npd.ts'
import { NPD } from './npd/npd-queries.ts'
import { lockedSupplier } from './record/present-supplier.ts'
import { changeSupplier } from './record/supplier-queries.ts'

/** Each night what has run out is marked: consents (domain.md 3.7) and identity documents. */
export function supplierJobs(services: Services): JobSpec[] {
  return [
    { name: 'supplier.expire', cron: '15 0 * * *', handler: () => expireSuppliers(services) },
    { name: 'supplier.expiring', cron: '40 3 * * *', handler: () => tellExpiring(services) },
    { name: NPD, cron: '* * * * *', handler: () => askTaxServiceForAll(services) },
  ]
}

const WEEK_MINUTES = 7 * 24 * 60 - 60

/** Managers hear once a week how many papers end within two weeks; names stay in the list of suppliers. */
export async function tellExpiring(services: Services): Promise<void> {
  await eachRow(services, EXPIRING, await expiringPapers(services.q), (db, row) =>
    inTransaction(db, async (tx) => {
      for (const notice of expiringNotices(row))
        if (!(await hasNoticeOfKind(tx, notice.kind, WEEK_MINUTES)))
          await alertManagers(tx, notice, tx.companyId)
    }),
  )
}

function expiringNotices({ documents, consents }: ExpiringPapers): Alert[] {
  const href = '/operator/suppliers'
  return [
    ...(documents > 0
      ? [
          {
            kind: 'document_expiring',
            title: `В ближайшие две недели истекают документы поставщиков: ${documents}`,
            href,
          } as const,
        ]
      : []),
    ...(consents > 0
      ? [
          {
            kind: 'consent_expiring',
            title: `В ближайшие две недели истекают согласия поставщиков: ${consents}`,
            href,
          } as const,
        ]
      : []),
  ]
}

/** Safe to repeat: what is marked already is not found again. */
export async function expireSuppliers(services: Services): Promise<void> {
  await eachRow(services, CONSENTS, await consentsOver(services.q), (db, row) =>
    inTransaction(db, async (tx) => {
      const owner = await lockedSupplier(tx, row.supplier_id)
      if (!(await endConsent(tx, row.id, { status: 'expired' }))) return
      addAuditEvent(tx, {
        action: 'consent.expire',
        entity: 'consent',
        id: row.id,
        after: { status: 'expired' },
      })
      await mark(tx, owner, 'no_consent')
    }),
  )
  await eachRow(services, DOCUMENTS, await documentsOver(services.q), (db, { id }) =>
    inTransaction(db, async (tx) => mark(tx, await lockedSupplier(tx, id), 'doc_expired')),
  )
}

async function mark(tx: Tx, owner: { id: string; flags: unknown }, code: FlagCode): Promise<void> {
  const flags = raiseFlag(owner.flags, code, new Date().toISOString())
  await changeSupplier(tx, owner.id, { flags: JSON.stringify(flags) })
  addAuditEvent(tx, {
    action: 'supplier.flag',
    entity: 'supplier',
    id: owner.id,
    after: { flag: code },
  })
}
