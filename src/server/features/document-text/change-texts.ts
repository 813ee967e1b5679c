import type { CallInput } from '#contract/core/call.ts'
import type { DocumentTexts, documentTexts, TextKind } from '#contract/document/document-texts.ts'
import { refuse } from '#http/refusal.ts'
import { mustMayNow } from '../../auth/rights/rights.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { inTransaction, type Db, type Tx } from '../../db/handle.ts'
import type { StoredTexts } from '../../db/json-columns.ts'
import { textForms } from '../../documents/kinds/all.ts'
import { textsOfDay } from '../../documents/texts/texts-of-day.ts'
import * as queries from './document-text-queries.ts'
import { assertTexts, givenTexts } from './judge-texts.ts'
import { presentTexts } from './present-texts.ts'
import { bindScope, isCommon } from './text-scope.ts'

type Calls = typeof documentTexts

/** document/superSaveTexts: one draft for each form and owner. */
export async function saveTexts(
  db: Db,
  { body }: CallInput<Calls['saveTexts']>,
): Promise<DocumentTexts> {
  const { kind } = body
  const given = givenTexts(body.texts)
  return onTexts(db, body, async (tx) => {
    assertTexts(textForms[kind].texts, given, isCommon(tx))
    const before = await queries.lockDraft(tx, kind)
    if (before?.version !== body.version) refuse('common.stale')
    const texts = isCommon(tx) ? await completeTexts(tx, kind, given) : given
    if (before && sameTexts(before.texts, texts)) return
    if (before) await queries.changeDraft(tx, before.id, texts)
    const id = before?.id ?? (await queries.insertDraft(tx, kind, texts)) ?? refuse('common.stale')
    addAuditEvent(tx, {
      action: 'document_text.save',
      entity: 'document_text',
      id,
      before: before ? { kind, ...before.texts } : null,
      after: { kind, ...texts },
    })
  })
}

/** document/superDeleteDraft. */
export async function deleteDraft(
  db: Db,
  { body }: CallInput<Calls['deleteDraft']>,
): Promise<DocumentTexts> {
  return onTexts(db, body, async (tx) => {
    const draft = await lockedDraft(tx, body)
    await queries.removeDraft(tx, draft.id)
    addAuditEvent(tx, {
      action: 'document_text.delete',
      entity: 'document_text',
      id: draft.id,
      before: { kind: body.kind, ...draft.texts },
    })
  })
}

/** document/superPublishTexts: from that day on documents say these texts; what was issued before keeps its own. */
export async function publishTexts(
  db: Db,
  { body }: CallInput<Calls['publishTexts']>,
): Promise<DocumentTexts> {
  const { kind, valid_from } = body
  return onTexts(db, body, async (tx) => {
    const { id, texts } = await lockedDraft(tx, body)
    assertTexts(textForms[kind].texts, texts, isCommon(tx))
    if (valid_from < (await queries.selectToday(tx)))
      refuse('document.day-passed', {
        fields: { valid_from: 'Этот день прошёл: выберите сегодня или позже' },
      })
    if (sameTexts(texts, await textsAhead(tx, kind, valid_from))) refuse('document.same-texts')
    const number = await queries.publishDraft(tx, { id, kind, validFrom: valid_from })
    addAuditEvent(tx, {
      action: 'document_text.publish',
      entity: 'document_text',
      id,
      after: { kind, number, valid_from, ...texts },
    })
  })
}

async function onTexts(
  db: Db,
  { kind, companyId }: { kind: TextKind; companyId?: string | undefined },
  work: (tx: Tx) => Promise<void>,
): Promise<DocumentTexts> {
  return inTransaction(await bindScope(db, companyId), async (tx) => {
    await mustMayNow(tx, 'document.manage')
    await work(tx)
    return presentTexts(tx, kind)
  })
}

async function lockedDraft(tx: Tx, { kind, version }: { kind: TextKind; version: number }) {
  const draft = await queries.lockDraft(tx, kind)
  if (!draft) return refuse('document.no-draft')
  return draft.version === version ? draft : refuse('common.stale')
}

/** A version for all companies says every text of the form, so that it stays what it is when the program's own words change. */
async function completeTexts(db: Db, kind: TextKind, given: StoredTexts): Promise<StoredTexts> {
  const inForce = await textsOfDay(db, kind)
  const entries = Object.entries(textForms[kind].texts).map(([key, { text }]) => [
    key,
    given[key] ?? inForce.texts[key] ?? text,
  ])
  return Object.fromEntries(entries) as StoredTexts
}

/** What the same owner's documents of a day say as things are: of a company only its own texts. */
async function textsAhead(db: Db, kind: TextKind, day: string): Promise<StoredTexts> {
  if (isCommon(db)) {
    const { texts } = await textsOfDay(db, kind, day)
    return completeTexts(db, kind, texts)
  }
  return queries.selectOwnTexts(db, kind, day)
}

function sameTexts(one: StoredTexts, other: StoredTexts): boolean {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].every((key) => one[key] === other[key])
}
