import type { BikLoad, bikDirectory } from '#contract/bank/bik-directory.ts'
import type { CallInput } from '#contract/core/call.ts'
import { refuse } from '#http/refusal.ts'
import { mustMayNow } from '../../../auth/rights/rights.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { knownBanks, lockLoads, presentDirectory } from './bik-queries.ts'
import { compareBanks } from './compare-directories.ts'
import { insertLoad, restoreState, selectPrevious, updateChanges } from './load-queries.ts'
import { getLoads } from './upload-directory.ts'

/**
 * bank/superRestoreBikDirectory: every bank returns to its state before the last load, and the restore itself can be undone.
 * Methods and payments store nothing of the directory: only warnings change.
 */
export async function restoreDirectory(
  db: Db,
  { body }: CallInput<typeof bikDirectory.restore>,
): Promise<BikLoad> {
  await inTransaction(db, async (tx) => {
    await mustMayNow(tx, 'bank.manage')
    await restore(tx, body.id)
  })
  const [load] = await getLoads(db)
  return load!
}

async function restore(db: Tx, presentId: string): Promise<void> {
  await lockLoads(db)
  const present = await presentDirectory(db)
  if (!present) return refuse('bik.no-former')
  if (present.id !== presentId)
    refuse('common.stale', { message: 'Справочник уже другой. Обновите страницу' })
  const previous = await selectPrevious(db, present.id)
  if (!previous) return refuse('bik.no-former')
  const before = await knownBanks(db, present.day)
  const id = await insertLoad(db, {
    directory: previous,
    counts: { banks: previous.bank_count, accounts: previous.account_count },
    source: 'restored',
    hash: previous.hash,
    formerLoad: present.id,
  })
  await restoreState(db, present.id)
  const changes = compareBanks(before, await knownBanks(db, previous.day))
  await updateChanges(db, id, changes)
  addAuditEvent(db, {
    action: 'bank.bik_directory_restore',
    entity: 'bank',
    id,
    before: { id: present.id, day: present.day, version: present.version },
    after: {
      id: previous.id,
      day: previous.day,
      version: previous.version,
      changes: changes.length,
    },
  })
}
