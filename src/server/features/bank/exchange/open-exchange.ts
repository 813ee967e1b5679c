import { addAuditEvent } from '../../../db/audit.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { alertManagers, hasNotice } from '../../user/notices/notice-queries.ts'
import { superPlaces } from '../../user/notices/super-places.ts'
import type { BankExchange, BankSession } from '../providers/bank-exchange.ts'
import {
  deleteMissing,
  hasRequest,
  insertMailStatement,
  insertNotice,
  insertPack,
  insertRequest,
  lockSession,
  noticesAbout,
  savePacksUntil,
  saveSession,
  sessionRow,
  unreadPacks,
} from './exchange-queries.ts'

/** Of DirectBank: «Отсутствует электронный документ с запрашиваемым ИД». */
const MISSING = '2207'

/** The session and the mailbox of an agreement over its company's database; the session's id is sealed. */
export function openExchange(db: Db, configId: string): BankExchange {
  const place = { companyId: db.companyId, table: 'bank_session', id: configId, field: 'sid' }
  const { seal } = db.services
  const openSid = (sid: Buffer | null) => (sid === null ? null : seal.open(place, sid))
  return {
    async session() {
      const row = await sessionRow(db, configId)
      return (
        row && {
          status: row.status,
          sid: openSid(row.sid),
          byPerson: row.by_person,
          phoneMask: row.phone_mask,
          shortCode: row.short_code,
        }
      )
    },
    storeSession: (session) =>
      saveSession(
        db,
        configId,
        rowOf(session, (sid) => seal.close(place, sid)),
      ),
    endSession: (sid) =>
      inTransaction(db, async (tx) => {
        const row = await lockSession(tx, configId)
        if (!row || openSid(row.sid) !== sid) return
        await saveSession(tx, configId, { ...row, status: 'ended', sid: null })
        if (row.by_person) await tellEnd(tx, configId)
      }),
    packsUntil: async () => (await sessionRow(db, configId))?.packs_until ?? null,
    storePacksUntil: (moment) => savePacksUntil(db, configId, moment),
    newPacks: (ids) => unreadPacks(db, configId, ids),
    storePack: (pack) =>
      inTransaction(db, async (tx) => {
        const { isNew, isLost } = await insertPack(tx, configId, pack)
        if (!isNew) return
        if (isLost) await alertManagers(tx, unreadableNotice(tx), tx.companyId)
        for (const notice of pack.notices) await insertNotice(tx, configId, notice)
        for (const statement of pack.statements) await insertMailStatement(tx, configId, statement)
      }),
    notices: (about) => noticesAbout(db, configId, about),
    wasAsked: (about, minutes) => hasRequest(db, configId, about, minutes),
    storeRequest: (id, about) => insertRequest(db, configId, id, about),
    forgetMissing: (documentId) =>
      inTransaction(db, (tx) => deleteMissing(tx, configId, documentId, MISSING)),
  }
}

function rowOf(session: BankSession, close: (sid: string) => Buffer) {
  return {
    status: session.status,
    sid: session.sid === null ? null : close(session.sid),
    by_person: session.byPerson,
    phone_mask: session.phoneMask?.slice(0, 40) ?? null,
    short_code: session.shortCode?.slice(0, 40) ?? null,
  }
}

/** Payments wait until a person has signed in again, so people are told. */
async function tellEnd(tx: Tx, configId: string): Promise<void> {
  addAuditEvent(tx, {
    action: 'bank_config.session_end',
    entity: 'bank_config',
    id: configId,
    after: { session: 'ended' },
  })
  // A session lives minutes: people are told once in a while and not at each end.
  if (await hasNotice(tx, ENDED, 240)) return
  const superHref = superPlaces.banks(tx.companyId)
  await alertManagers(tx, { ...ENDED, superHref }, tx.companyId)
}

/** It may have told the end of a payment: only the bank knows of which. */
const unreadableNotice = ({ companyId }: Tx) =>
  ({
    kind: 'bank_stopped',
    title: 'Сообщение банка не читается: сверьте с банком итоги выплат за сегодня',
    href: '/operator/payments',
    superHref: superPlaces.banks(companyId),
  }) as const

const ENDED = {
  kind: 'bank_stopped',
  title: 'Банк закрыл сеанс: выплаты ждут, пока в банк не войдут с новым одноразовым кодом',
  href: '/operator/payments',
} as const
