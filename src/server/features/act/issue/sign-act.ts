import type { ActCommand } from '#contract/act/act-input.ts'
import { refuse } from '#http/refusal.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { changeAct } from '../act-queries.ts'
import { lockedAct } from '../locked-act.ts'
import { presentAct } from '../read/present-act.ts'
import type { ActForm } from '../act-form.ts'
import { assertScan, scansOf, type ScanRow } from '../../file/scan-queries.ts'

type Sign = Extract<ActCommand, { command: 'sign' }>

/** issued → signed over an accepted page with signatures (domain.md 3.13, 3.14); rejecting alone leaves it issued. */
export function signAct(db: Db, body: Sign): Promise<ActForm> {
  return inTransaction(db, async (tx) => {
    const act = await lockedAct(tx, body.id)
    if (act.status !== 'issued' && act.status !== 'signed') refuse('common.bad-transition')
    if (act.status === 'issued' && act.version !== body.version) refuse('common.stale')
    await assertPages(tx, act.id, body)
    if (act.status === 'signed') return presentAct(tx, act.id)
    const pages = (await scansOf(tx, 'act', act.id)).filter(
      (scan) => scan.kind === 'signed_act' && scan.status === 'accepted',
    )
    const signed = pages.length > 0
    const rejectsOnly = Boolean(body.rejected_scans?.length) && !body.accepted_scan_ids?.length
    if (!signed && rejectsOnly) return presentAct(tx, act.id)
    if (!signed)
      refuse('act.incomplete', {
        message: 'Для подписания нужен принятый лист',
        fields: { scans: 'Примите скан подписанного акта' },
      })
    const proven = pages.some((page) => page.own_code === true)
    if (!proven && body.without_code !== true) refuse('act.sheet-unproven')
    await changeAct(tx, act.id, { status: 'signed' })
    addAuditEvent(tx, {
      action: 'act.sign',
      entity: 'act',
      id: act.id,
      before: { status: 'issued' },
      after: { status: 'signed', own_code: proven },
    })
    return presentAct(tx, act.id)
  })
}

async function assertPages(tx: Tx, actId: string, body: Sign): Promise<void> {
  const scans = await scansOf(tx, 'act', actId)
  for (const id of body.accepted_scan_ids ?? []) await assertPage(tx, scans, id, null)
  for (const { id, reason } of body.rejected_scans ?? []) await assertPage(tx, scans, id, reason)
}

async function assertPage(
  tx: Tx,
  scans: readonly ScanRow[],
  id: string,
  reason: string | null,
): Promise<void> {
  const scan = scans.find((one) => one.id === id)
  if (!scan) return refuse('common.not-found')
  const status = reason === null ? 'accepted' : 'rejected'
  if (scan.status === status) return
  if (scan.status !== 'new') refuse('common.bad-transition', { message: checkedAlready(scan) })
  await assertScan(tx, id, status, reason)
  addAuditEvent(tx, {
    action: `scan.${status === 'accepted' ? 'accept' : 'reject'}`,
    entity: 'scan',
    id,
    before: { status: 'new' },
    after: { status, reason },
  })
}

/** Names the page and who was faster, for the screen that has not heard of it yet. */
function checkedAlready({ page, status, checked_by_name: name }: ScanRow): string {
  const what = `Лист ${page} уже ${status === 'accepted' ? 'принят' : 'отклонён'}`
  return name ? `${what} (${name})` : what
}
