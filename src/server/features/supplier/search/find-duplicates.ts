import type { CallInput } from '#contract/core/call.ts'
import { normalizePhone } from '#contract/requisites/phone.ts'
import { nameSearchText } from '#contract/requisites/names.ts'
import type { supplier } from '#contract/supplier/supplier.ts'
import type { DuplicateSupplier } from '#contract/supplier/supplier-entities.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import type { Db } from '../../../db/handle.ts'
import { foundLine } from './find-supplier.ts'
import { rowsOf } from './find-queries.ts'
import { documentHashes, normalizeDocument } from '../record/identity.ts'
import { findNames } from '../record/supplier-queries.ts'
import { selectDuplicateIds, type DuplicateKeys } from './duplicate-queries.ts'

const MAX_DUPLICATES = 10
// A surname alone matches half of the suppliers; with a first name it identifies a person.
const NAME_WORDS = 2

/**
 * supplier/findTwins: before saving, the stored suppliers with the same document, ИНН, phone or a similar name. Only complete
 * requisites are searched: half of a number identifies no one. An alias answers as the supplier it was merged into.
 */
export async function findDuplicates(
  db: Db,
  input: CallInput<typeof supplier.findTwins>,
): Promise<Answer<typeof supplier.findTwins>> {
  const { except } = input.body
  if (except && (await findNames(db, [except])).length === 0) refuse('common.not-found')
  const marks = marksOf(db, input.body)
  const found = await selectDuplicateIds(db, marks, MAX_DUPLICATES)
  const reasons = Map.groupBy(found, ({ id }) => id)
  const rows = await rowsOf(db, [...reasons.keys()].slice(0, MAX_DUPLICATES))
  return rows
    .map((row) => ({
      ...foundLine(db, row),
      birth_date: row.birth_date,
      reasons: [...new Set(reasons.get(row.id)!.map(({ reason }) => reason))],
    }))
    .toSorted((a, b) => weight(a) - weight(b))
}

const WEIGHTS = { document: 0, inn: 1, name_and_birth: 2, phone: 3, name: 4 } as const

function weight(duplicate: Pick<DuplicateSupplier, 'reasons'>): number {
  return Math.min(...duplicate.reasons.map((reason) => WEIGHTS[reason]))
}

// A passport has ten digits, papers of other lands six signs at the least.
const SHORTEST_DOCUMENT = 6

function marksOf(db: Db, body: CallInput<typeof supplier.findTwins>['body']): DuplicateKeys {
  const document = normalizeDocument(body.document ?? '')
  const inn = body.inn ?? ''
  const name = nameSearchText(body.name ?? '')
  const firm = body.type === 'company'
  const whole = name.split(' ').length >= NAME_WORDS || (firm && name.length > 4)
  return {
    type: body.type,
    documentHashes: document.length >= SHORTEST_DOCUMENT ? documentHashes(db, document) : [],
    inn: inn.length === 10 || inn.length === 12 ? inn : null,
    phone: normalizePhone(body.phone ?? '') ?? null,
    name: whole ? name : null,
    birthDate: body.birth_date ?? null,
    except: body.except ?? null,
  }
}
