import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Refusal } from '#http/refusal.ts'
import { incomingDir } from '../../../../../body/receive-file.ts'
import { inTransaction, type Db } from '../../../../../db/handle.ts'
import { uuidv7 } from '../../../../../db/uuid.ts'
import type { Services } from '../../../../../services.ts'
import { eachRow } from '../../../../../sweeps/each-row.ts'
import { readConfig } from '../../../../bank/config-queries.ts'
import { bankOfConfig } from '../../../../bank/exchange/sign-in.ts'
import { alertManagers } from '../../../../user/notices/notice-queries.ts'
import { superPlaces } from '../../../../user/notices/super-places.ts'
import { hearNotices } from '../../../send/ends/hear-ends.ts'
import { importOne } from '../import-bank-file.ts'
import {
  awaitsMail,
  BANK_MAIL,
  closeStatement,
  mailAgreements,
  missingDays,
  waitingStatements,
  type MailStatement,
} from './mail-queries.ts'

/**
 * Banks with a mailbox: asks for the statement of days that are over, and takes in those that came, by the same rules as a file
 * that a person brings (payments.md 4.5).
 */
export async function readBankMail(services: Services): Promise<void> {
  await eachRow(services, BANK_MAIL, await mailAgreements(services.q), (db, { id }) =>
    readAgreement(db, id),
  )
}

async function readAgreement(db: Db, configId: string): Promise<void> {
  const config = await readConfig(db, configId)
  const bank = config && (await bankOfConfig(db, config))
  const days = await missingDays(db, configId)
  // An unwilling bank is asked again the next time; what its access lacks is told where payments go.
  if (days) await bank?.requestStatement?.(days.from, days.to)
  if (await awaitsMail(db, configId)) await bank?.readMail?.()
  await hearNotices(db, configId)
  for (const statement of await waitingStatements(db, configId))
    await takeIn(db, configId, statement)
}

/** A statement is read from a file, in a process of its own; one that is refused is told of and never tried again. */
async function takeIn(db: Db, configId: string, { id, body }: MailStatement): Promise<void> {
  const dir = incomingDir(db.services.config.dataDir)
  await mkdir(dir, { recursive: true })
  const file = path.join(dir, `${uuidv7()}.upload`)
  try {
    await writeFile(file, body)
    await importOne(db, file, `ДиректБанк ${id.slice(0, 36)}.xml`)
    await closeStatement(db, configId, id, null)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await closeStatement(db, configId, id, error.message)
    await tellRefused(db, error.message)
  } finally {
    await rm(file, { force: true })
  }
}

async function tellRefused(db: Db, why: string): Promise<void> {
  await inTransaction(db, (tx) =>
    alertManagers(
      tx,
      {
        kind: 'payment_unknown',
        title: `Выписка банка не принята: ${why}`.slice(0, 200),
        href: '/operator/payments?tab=statements',
        superHref: superPlaces.banks(tx.companyId),
      },
      tx.companyId,
    ),
  )
}
