import type { CallInput } from '#contract/core/call.ts'
import {
  textKinds,
  type DocumentTexts,
  type documentTexts,
  type TextKind,
  type TextVersion,
} from '#contract/document/document-texts.ts'
import type { Answer } from '#http/serve.ts'
import { forCompany, type Db } from '../../db/handle.ts'
import type { StoredTexts } from '../../db/json-columns.ts'
import { NO_COMPANY } from '../../db/uuid.ts'
import { textForms } from '../../documents/kinds/all.ts'
import { textsOfDay } from '../../documents/texts/texts-of-day.ts'
import { findDraft, selectStates, selectToday, selectVersions } from './document-text-queries.ts'
import { bindScope, isCommon } from './text-scope.ts'

type Calls = typeof documentTexts

const MAX_HISTORY = 100

/** document/superGetDocuments. */
export async function getDocuments(
  db: Db,
  { query }: CallInput<Calls['getDocuments']>,
): Promise<Answer<Calls['getDocuments']>> {
  const bound = await bindScope(db, query.companyId)
  const states = await selectStates(bound)
  const documents: Answer<Calls['getDocuments']> = []
  for (const kind of textKinds) {
    const history = await readHistory(bound, kind)
    const state = states.find((one) => one.kind === kind)
    documents.push({
      kind,
      title: textForms[kind].title,
      in_force: history.find((one) => one.state === 'in_force') ?? null,
      scheduled: history.findLast((one) => one.state === 'scheduled') ?? null,
      has_draft: state?.has_draft ?? false,
      own_count: state?.own_count ?? 0,
    })
  }
  return documents.map(({ in_force, scheduled, ...rest }) => ({
    ...rest,
    in_force: in_force && dayOf(in_force),
    scheduled: scheduled && dayOf(scheduled),
  }))
}

const dayOf = ({ number, valid_from }: { number: number; valid_from: string | null }) => ({
  number,
  valid_from,
})

/** document/superGetTexts. */
export async function getTexts(
  db: Db,
  { query }: CallInput<Calls['getTexts']>,
): Promise<DocumentTexts> {
  return presentTexts(await bindScope(db, query.companyId), query.kind)
}

export async function presentTexts(db: Db, kind: TextKind): Promise<DocumentTexts> {
  const { title, texts } = textForms[kind]
  const [today, draft, history, inForce, common] = [
    await selectToday(db),
    await findDraft(db, kind),
    await readHistory(db, kind),
    await textsOfDay(db, kind),
    await textsOfDay(forCompany(db, NO_COMPANY), kind),
  ]
  return {
    kind,
    title,
    today,
    fields: Object.entries(texts).map(([key, { text, placeholders, ...rule }]) => ({
      ...rule,
      key,
      placeholders: [...placeholders],
      text: inForce.texts[key] ?? text,
      common: common.texts[key] ?? text,
    })),
    draft: draft
      ? {
          version: draft.version,
          texts: draft.texts,
          updated_at: draft.updated_at,
          updated_by_name: draft.updated_by_name,
        }
      : null,
    history,
  }
}

async function readHistory(db: Db, kind: TextKind): Promise<TextVersion[]> {
  const rows = await selectVersions(db, kind, MAX_HISTORY - 1)
  const today = await selectToday(db)
  const inForce = rows
    .filter(({ valid_from }) => valid_from <= today)
    .toSorted((a, b) => b.valid_from.localeCompare(a.valid_from) || b.number - a.number)
    .at(0)
  const history = rows.map(({ number, ...row }): TextVersion => {
    const isReplaced = rows.some(
      (other) => other.valid_from === row.valid_from && other.number > number,
    )
    const isAhead = row.valid_from > today && !isReplaced
    const state = number === inForce?.number ? 'in_force' : isAhead ? 'scheduled' : 'past'
    return { ...row, number, state }
  })
  if (!isCommon(db)) return history
  const first: TextVersion = {
    number: 1,
    state: inForce ? 'past' : 'in_force',
    valid_from: null,
    published_at: null,
    published_by_name: null,
    texts: ownTextsOf(kind),
  }
  return [...history, first]
}

function ownTextsOf(kind: TextKind): StoredTexts {
  const entries = Object.entries(textForms[kind].texts)
  return Object.fromEntries(entries.map(([key, { text }]) => [key, text]))
}
