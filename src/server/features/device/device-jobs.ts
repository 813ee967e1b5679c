import { quote } from '#contract/words/quote.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import { inTransaction, type Db } from '../../db/handle.ts'
import type { JobSpec } from '../../jobs.ts'
import type { Services } from '../../services.ts'
import { eachRow } from '../../sweeps/each-row.ts'
import { alertManagers, hasNotice, type Alert } from '../user/notices/notice-queries.ts'
import {
  ABSENCES,
  absentDevices,
  dueVerifications,
  VERIFICATIONS,
  type AbsentDevice,
  type DueVerification,
} from './setup/device-queries.ts'

/** Managers hear of devices that have gone and of verifications that run out. */
export function deviceJobs(services: Services): JobSpec[] {
  return [
    { name: 'device.absence', cron: '*/5 * * * *', handler: () => tellAbsences(services) },
    { name: 'device.verification', cron: '30 3 * * *', handler: () => tellVerifications(services) },
  ]
}

/** Safe to repeat: one absence is told once. */
export async function tellAbsences(services: Services): Promise<void> {
  await eachRow(services, ABSENCES, await absentDevices(services.q), tellAbsence)
}

async function tellAbsence(db: Db, { id, title, minutes }: AbsentDevice): Promise<void> {
  const notice = {
    kind: 'device_offline',
    title: `${quote(title)} не на связи`,
    href: `/operator?device=${id}`,
  } as const
  await tellOnce(db, notice, minutes)
}

const MONTH_MINUTES = 31 * 24 * 60

/** Safe to repeat: each stage of one verification is told once in a month. */
export async function tellVerifications(services: Services): Promise<void> {
  await eachRow(services, VERIFICATIONS, await dueVerifications(services.q), (db, row) =>
    tellOnce(db, verificationNotice(row), MONTH_MINUTES),
  )
}

function verificationNotice({ id, title, until, days }: DueVerification): Alert {
  const day = russianDay(until)
  const stage =
    days < 0
      ? `закончилась ${day}: взвешивать на таких весах для расчётов нельзя`
      : `заканчивается ${day}${days <= 7 ? ': осталось меньше недели' : ''}`
  return {
    kind: 'verification_due',
    title: `Поверка ${quote(title)} ${stage}`,
    href: `/operator?device=${id}`,
  }
}

async function tellOnce(db: Db, notice: Alert, minutes: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await hasNotice(tx, notice, minutes))) await alertManagers(tx, notice, tx.companyId)
  })
}
