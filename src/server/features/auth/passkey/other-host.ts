import { inTransaction, serverOf, type Db } from '../../../db/handle.ts'
import { NO_COMPANY } from '../../../db/uuid.ts'
import type { Services } from '../../../services.ts'
import { relyingParty } from '../../../auth/passkey/relying-party.ts'
import { alertManagers, hasNotice } from '../../user/notices/notice-queries.ts'
import { lockedOutSupers, nameUnknownHosts, otherHosts } from '../auth-queries.ts'

const WEEK_MINUTES = 7 * 24 * 60

/**
 * Runs at the start. A changed host name of PUBLIC_URL makes every key useless, and where a second factor is required, super
 * administrators who have only keys can no longer sign in. The log says so, and those who can still sign in are notified.
 */
export async function warnOfOtherHost(services: Services): Promise<void> {
  const db = serverOf(services, NO_COMPANY)
  const host = relyingParty(services.config.publicUrl)?.id ?? null
  if (host !== null) await nameUnknownHosts(db, host)
  if (services.config.secondFactor === 'nobody') return
  await inTransaction(db, async (tx) => {
    const logins = await lockedOutSupers(tx, host)
    if (logins.length === 0) return
    services.log.root.warn(
      { host, supers: logins.length },
      'keys of super administrators belong to another host: see docs/operations.md, keys of sign-in',
    )
    const notice = {
      kind: 'keys_of_other_host',
      title:
        `Адрес сервера сменился, и войти не могут: ${logins.join(', ')}. Удалите их ключи входа`.slice(
          0,
          200,
        ),
      href: '/super/accounts',
    } as const
    if (!(await hasNotice(tx, notice, WEEK_MINUTES))) await alertManagers(tx, notice, null)
  })
}

/** Shown after the right password to a person who could sign in only by a key, when no key can be used. */
export async function textOfOtherHost(db: Db, userId: string): Promise<string | undefined> {
  const host = relyingParty(db.services.config.publicUrl)?.id ?? null
  const hosts = await otherHosts(db, userId, host)
  if (hosts.length === 0) return undefined
  return `Ключи входа сделаны для адреса ${hosts.join(', ')} и здесь не действуют. Попросите другого администратора удалить их, а если его нет, того, кто ведёт сервер`
}
