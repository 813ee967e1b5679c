import { paths } from '#contract/screen-paths.ts'
import { refuse } from '#http/refusal.ts'
import { addressBlock } from '../../../auth/limits/address.ts'
import { countTry, isLocked, takeBack, type TryLimit } from '../../../auth/limits/try-queries.ts'
import { inTransaction, type Db } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { alertManagers } from '../notices/notice-queries.ts'
import { superPlaces } from '../notices/super-places.ts'

const A_DAY = 15
const A_DAY_M = 24 * 60
/** Keys and PINs that did not fit are counted together, so the words name what the person tries now. */
const LOCKED = {
  pin: {
    soon: undefined,
    tomorrow: { message: 'Слишком много неверных пин-кодов за день. Повторите завтра' },
  },
  key: {
    soon: {
      message: 'Слишком много подтверждений не принято. Повторите через 15 минут',
    },
    tomorrow: { message: 'Слишком много подтверждений не принято за день. Повторите завтра' },
  },
} as const

/** A yard has one address: whoever guesses holds up themselves, and its people only where six of them guess. */
const AT_ADDRESS = 30

/**
 * Counts one try of a PIN or key before it is looked up: five wrong ones in 15 minutes by session or by person, thirty by address, and
 * fifteen a day by person, lock the keypad (security.md 4.3). Answers how to take the try back when it was right.
 */
export async function countPcodeTry(
  db: Db,
  by: keyof typeof LOCKED = 'pin',
): Promise<() => Promise<void>> {
  const { soon, tomorrow } = LOCKED[by]
  const { session, userId, ip } = db.caller
  const limits: TryLimit[] = [
    { name: 'pcode', key: `pin:s:${session!.jti}`, max: 5, minutes: 15 },
    { name: 'pcode', key: `pin:u:${userId}`, max: 5, minutes: 15 },
    {
      name: 'pcode',
      key: `pin:a:${db.companyId}:${addressBlock(ip)}`,
      max: AT_ADDRESS,
      minutes: 15,
    },
  ]
  if (await isLocked(db, limits)) refuse('pcode.locked', soon)
  // The day of the company ends the lock: the next day is another key.
  const day = new Date().toLocaleDateString('sv-SE', { timeZone: session!.timezone })
  const daily = { name: 'pcode-day', key: `pin:d:${userId}:${day}`, max: A_DAY, minutes: A_DAY_M }
  if (await isLocked(db, [daily])) refuse('pcode.locked', tomorrow)
  for (const limit of limits) if (!(await countTry(db, limit)).allowed) refuse('pcode.locked', soon)
  const { failures, allowed } = await countTry(db, daily)
  if (!allowed) refuse('pcode.locked', tomorrow)
  if (failures === A_DAY) await raiseAlarm(db)
  return async () => {
    for (const limit of [...limits, daily]) await takeBack(db, limit)
  }
}

const NEW_A_DAY = 30

/**
 * Counts every new PIN, for good: each success reveals that the number was free, so a person who sets one after another would
 * find those of colleagues, and one find is enough.
 */
export async function countNewPcode(db: Db): Promise<void> {
  const key = `pin:n:${db.caller.userId}`
  const { allowed } = await countTry(db, {
    name: 'pcode-new',
    key,
    max: NEW_A_DAY,
    minutes: A_DAY_M,
  })
  if (!allowed)
    refuse('pcode.locked', { message: 'Слишком много новых пин-кодов за день. Повторите завтра' })
}

/** A wrong PIN is recorded in the audit under the name of the user who typed it. */
export async function auditWrongPcode(db: Db): Promise<void> {
  await inTransaction(db, async (tx) =>
    addAuditEvent(tx, { action: 'pcode.wrong', entity: 'user', id: db.caller.userId! }),
  )
}

/** Notifies people outside the pair: one of the two may have made the other account to have a second PIN. */
export async function alertOfOnePerson(
  db: Db,
  approver: { readonly id: string; readonly full_name: string },
): Promise<void> {
  const { session, userId } = db.caller
  const notice = {
    kind: 'one_person',
    title: `${approver.full_name}: пин-код для действий сотрудника ${session!.fullName}, в чью учётную запись недавно давали вход`,
    href: `${paths.people}?card=${userId}`,
    superHref: superPlaces.person(userId!),
  } as const
  await inTransaction(db, async (tx) => {
    addAuditEvent(tx, {
      action: 'pcode.one-person',
      entity: 'user',
      id: approver.id,
      approverId: approver.id,
    })
    await alertManagers(tx, notice, db.companyId, { except: [userId!, approver.id] })
  })
}

async function raiseAlarm(db: Db): Promise<void> {
  const notice = {
    kind: 'pcode_guessing',
    title: `${db.caller.session!.fullName}: ${A_DAY} неверных пин-кодов за день`,
    href: '/operator',
    superHref: superPlaces.person(db.caller.userId!),
  } as const
  await inTransaction(db, (tx) => alertManagers(tx, notice, db.companyId))
}
