import { formOf } from '#contract/audit/actions/all-actions.ts'
import type { Entity } from '#contract/core/entities.ts'
import { shortName } from '#contract/user/people-labels.ts'
import { quote } from '#contract/words/quote.ts'
import type { Db } from '../../../db/handle.ts'
import { asRecord, describeChanges, fieldWords } from '../describe-changes.ts'
import { fillForm, type SentencePart } from './fill-form.ts'
import { namesOfRecords, type RecordName } from './record-names-queries.ts'
import { entityOfField, idsIn, readerOf, type Reader } from './referred-records.ts'

/** An event as its sentence needs it: only values that the caller may read. */
export interface ToldEvent {
  readonly action: string
  readonly entity: string | null
  readonly entity_id: string | null
  readonly before: unknown
  readonly after: unknown
  readonly user: string | null
  /** `service` for a program. */
  readonly user_kind: string | null
  readonly approver: string | null
}

interface Telling {
  readonly event: ToldEvent
  readonly names: ReadonlyMap<string, RecordName>
  readonly reader: Reader
  readonly timezone: string
}

/** The events of a page as sentences; their records are named as they are called now. */
export async function tellEvents(
  db: Db,
  events: readonly ToldEvent[],
  timezone: string,
): Promise<SentencePart[][]> {
  const reader = readerOf(db)
  const names = await namesOfRecords(db, referredBy(events, reader))
  return events.map((event) => sentenceOf({ event, names, reader, timezone }))
}

/** The name under which an event's changes show the records that they refer to. */
export async function namerOf(db: Db, event: ToldEvent) {
  const names = await namesOfRecords(db, referredBy([event], readerOf(db)))
  return (field: string, id: string) => {
    const entity = entityOfField(field)
    return entity && names.get(`${entity} ${id}`)?.name
  }
}

function referredBy(events: readonly ToldEvent[], reader: Reader): Map<Entity, Set<string>> {
  const wanted = new Map<Entity, Set<string>>()
  const note = (entity: Entity, id: string) => {
    if (reader.mayName(entity)) wanted.set(entity, (wanted.get(entity) ?? new Set()).add(id))
  }
  for (const { entity, entity_id, before, after } of events) {
    if (entity !== null && entity_id !== null) note(entity as Entity, entity_id)
    for (const values of [asRecord(before), asRecord(after)])
      for (const [field, value] of Object.entries(values)) {
        const referred = entityOfField(field)
        if (referred) for (const id of idsIn(value)) note(referred, id)
      }
  }
  return wanted
}

function sentenceOf(telling: Telling): SentencePart[] {
  const { event } = telling
  const says = formOf(event.action)?.says ?? event.action
  const doer = doerOf(event)
  const hasDoer = /^[а-яё]/.test(says)
  const told = fillForm(says, {
    feminine: doer.feminine,
    valueOf: (placeholder) => valueOf(telling, placeholder),
  })
  return [...(hasDoer ? plainPart(`${doer.name} `) : []), ...told, ...tailOf(telling)]
}

function doerOf({ user, user_kind }: ToldEvent): { name: string; feminine: boolean } {
  if (user === null) return { name: 'Система', feminine: true }
  if (user_kind === 'service') return { name: `Программа ${quote(user)}`, feminine: true }
  return { name: shortName(user), feminine: isFemale(user) }
}

const HERS = /(?:вна|чна|нична|кызы|гызы)$/i
const HIS = /(?:вич|ич|оглы|углы)$/i
const SURNAME_OF_HERS = /(?:ова|ева|ёва|ина|ына|ская|цкая|ая)$/i

/** Decided by the patronymic, else by the surname; where neither decides, the masculine form, which Russian uses for anyone. */
export function isFemale(fullName: string): boolean {
  const [surname = '', , ...patronymic] = fullName.trim().split(/\s+/)
  const father = patronymic.join(' ')
  if (HERS.test(father)) return true
  if (HIS.test(father)) return false
  return SURNAME_OF_HERS.test(surname)
}

/** Why it was done and who confirmed it, said alike for every action. */
function tailOf({ event }: Telling): SentencePart[] {
  const { user, approver } = event
  const after = asRecord(event.after)
  const why = ['reason', 'void_reason', 'note'].map((field) => after[field]).find(isText)
  const confirmed =
    approver !== null && approver !== user
      ? `, подтвердил${isFemale(approver) ? 'а' : ''} ${shortName(approver)}`
      : ''
  return plainPart(`${confirmed}${why === undefined ? '' : `, причина: ${quote(cut(why, 200))}`}`)
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const plainPart = (text: string): SentencePart[] => (text === '' ? [] : [{ text, href: null }])

function valueOf(telling: Telling, placeholder: string): SentencePart[] | undefined {
  const { entity, entity_id } = telling.event
  const [field, side] = placeholder.split(':') as [string, string?]
  if (field === 'record')
    return entity === null || entity_id === null
      ? undefined
      : namedRecord(telling, entity as Entity, entity_id)
  if (field === 'changes') return orNothing(changesOf(telling))
  const [before, after] = [asRecord(telling.event.before), asRecord(telling.event.after)]
  if (side === 'step') return orNothing(stepOf(telling, field))
  if (side === 'was') return valueOfField(telling, field, before[field])
  return valueOfField(telling, field, after[field] ?? before[field])
}

const orNothing = (text: string) => (text === '' ? undefined : plainPart(text))

function namedRecord({ event, names, reader }: Telling, entity: Entity, id: string) {
  const named = names.get(`${entity} ${id}`)
  if (named) return [{ text: cut(named.name, 150), href: reader.hrefOf(entity, id) }]
  // What is gone is called as it was then.
  const { title } = { ...asRecord(event.before), ...asRecord(event.after) }
  const isOwn = id === event.entity_id && reader.mayName(entity)
  return isOwn && isText(title) ? plainPart(cut(title, 150)) : undefined
}

function valueOfField(telling: Telling, field: string, value: unknown) {
  const entity = entityOfField(field)
  const ids = idsIn(value)
  if (entity && ids.length > 0)
    return ids.length === 1 ? namedRecord(telling, entity, ids[0]!) : orNothing(`${ids.length}`)
  return orNothing(describeValue(telling, field, value))
}

/** «30 000 → 18 500 ₽/т»: a price says per what, other values have units of their own. */
function stepOf(telling: Telling, field: string): string {
  const { event, names } = telling
  const [was, now] = [asRecord(event.before)[field], asRecord(event.after)[field]]
  const [from, to] = [was, now].map((value) => describeValue(telling, field, value) || 'нет')
  if (field !== 'price_kop') return `${from} → ${to}`
  const piece = names.get(`${event.entity} ${event.entity_id}`)?.measure === 'piece'
  const unit = piece ? '₽/шт.' : '₽/т'
  const bare = [from!, to!].map((text) => text.replace(/\s₽$/, ''))
  return now === null || now === undefined ? `${from} → нет` : `${bare.join(' → ')} ${unit}`
}

const MOST_CHANGES = 3
// Each of them may be what a weight hung on.
const MOST_CHANGES_OF_SITE = 20
const OF_SITE: ReadonlySet<string | null> = new Set(['device', 'post'])

function changesOf({ event, names, timezone }: Telling): string {
  const { entity } = event
  const nameOf = (field: string, id: string) => names.get(`${entityOfField(field)} ${id}`)?.name
  const all = describeChanges(event.before, event.after, { entity, timezone, nameOf })
  const told = all
    .slice(0, OF_SITE.has(entity) ? MOST_CHANGES_OF_SITE : MOST_CHANGES)
    .map(({ title, before, after }) =>
      event.before === null
        ? `${title} ${short(after)}`
        : `${title} ${short(before) || 'нет'} → ${short(after) || 'нет'}`,
    )
  const more = all.length - told.length
  return [...told, ...(more > 0 ? [`и ещё ${more}`] : [])].join('; ')
}

const describeValue = ({ event, timezone }: Telling, field: string, value: unknown): string =>
  short(fieldWords(field, value, { entity: event.entity, timezone }))

/** Whole roubles lose their kopecks, long texts their ends: the details have both. */
const short = (text: string): string => cut(text.replaceAll(/,00(?=\s₽)/g, ''), 80)

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text
