import {
  explosionShapes,
  instrumentShapes,
  radiationShapes,
  readActTexts,
  vehicleShapes,
} from '#contract/act/act-fields.ts'
import type { LineWithoutPosition } from '#contract/act/act-entities.ts'
import { readEach } from '#contract/core/plain-fields.ts'
import type { CompanyRules } from '#contract/company/company-settings.ts'
import { refuse } from '#http/refusal.ts'
import { sumInWords } from '../../../arithmetic/sum-in-words.ts'
import { weightInWords } from '../../../arithmetic/weight-in-words.ts'
import type { Db } from '../../../db/handle.ts'
import { settingsOf } from '../../company/settings.ts'
import { instrumentFacts } from '../../instrument/alarms.ts'
import { findInstrument, type InstrumentRow } from '../../instrument/instrument-queries.ts'
import { decryptField, shownDoc, type IdentityDoc } from '../../supplier/record/identity.ts'
import { restsOf } from '../../weight-act/compute-lines.ts'
import { lineRows, type LineRow } from '../../weight-act/line-queries.ts'
import { visitsOf } from '../../weight-act/visit-queries.ts'
import { findAct, type ActSource, type CompanyNow, type FormRow } from '../act-queries.ts'
import { findActSupplier, type ActSupplier } from '../act-supplier-queries.ts'
import { isPriceOver, isContaminationOver, shownAct, shownPosition } from '../act-row.ts'
import { linesWithoutPosition, worthlessLines } from '../draft/lines-of-act.ts'
import { missingForIssue } from '../draft/missing-for-issue.ts'
import { unprovenPrices } from '../draft/position-price.ts'
import {
  productsOf,
  positionsOf,
  priceColumnOf,
  type PositionRow,
} from '../draft/position-queries.ts'
import type { ActForm } from '../act-form.ts'

/** An act as read, with the facts that its commands check. */
export interface ReadAct {
  readonly row: FormRow
  readonly form: ActForm
  readonly positions: readonly PositionRow[]
  readonly supplier: ActSupplier
  readonly company: CompanyNow
  readonly rules: CompanyRules
  /** Positions of a draft whose price was not read for its supplier. */
  readonly unproven: readonly PositionRow[]
  /** Lines behind a draft that are contamination from end to end. */
  readonly worthless: readonly LineRow[]
}

/** The answer of every command over an act; a supplier that the command has locked is not read again. */
export async function presentAct(db: Db, id: string, supplier?: ActSupplier): Promise<ActForm> {
  return (await readAct(db, id, supplier)).form
}

/** An act of the company with everything needed to validate it; `common.not-found` for any other. */
export async function readAct(db: Db, id: string, known?: ActSupplier): Promise<ReadAct> {
  const row = await findAct(db, id)
  if (!row) return refuse('common.not-found')
  const { sources } = row
  const [positions, supplier] = await Promise.all([
    positionsOf(db, id),
    known ?? findActSupplier(db, row.supplier_id),
  ])
  const { rules } = settingsOf(row.settings)
  const isDraft = row.status === 'draft'
  const draft = isDraft
    ? await readDraft(db, { positions, sources, supplier: supplier! })
    : NO_DRAFT
  const typed = inputPart(db, row)
  const instrument = isDraft ? await instrumentOf(db, typed.radiation.instrument_id) : undefined
  const form: ActForm = {
    ...shownAct(row),
    ...typed,
    radiation: { ...typed.radiation, ...(instrument && instrumentFacts(instrument)) },
    weight_act_ids: sources.map((source) => source.id),
    transaction_ids: sources.flatMap((source) => source.transaction_ids),
    positions: positions.map((position) =>
      shownPosition({ ...position, ...draft.pricesNow.get(position.id) }, rules, isDraft),
    ),
    rests: draft.rests,
    lines_without_position: draft.lines,
    total_words: sumInWords(row.total_kop),
    net_words: weightInWords(row.net_g),
    missing: [],
    confirmations: isDraft ? confirmationsOf(positions, draft.worthless, rules) : [],
  }
  if (isDraft)
    form.missing = missingForIssue({
      form,
      supplier: supplier!,
      positions,
      unproven: draft.unproven,
      licence: row.licence_number,
      instrument,
      today: row.today,
      isCorrection: row.correction_of !== null,
    })
  const { unproven, worthless } = draft
  return { row, form, positions, supplier: supplier!, company: row, rules, unproven, worthless }
}

/** A draft names its instrument as the directory has it now; an issued act as it was. */
function instrumentOf(db: Db, id: string | null): Promise<InstrumentRow | undefined> | undefined {
  return id === null ? undefined : findInstrument(db, id)
}

interface DraftParts {
  readonly positions: readonly PositionRow[]
  readonly sources: readonly ActSource[]
  readonly supplier: ActSupplier
}

type PriceNow = Pick<PositionRow, 'price_now_kop'>

const NO_DRAFT = {
  rests: [],
  lines: [],
  worthless: [],
  unproven: [],
  pricesNow: new Map<string, PriceNow>(),
}

/** What issuing would refuse of a draft's weights and prices. */
async function readDraft(db: Db, { positions, sources, supplier }: DraftParts) {
  const ids = sources.map(({ id }) => id)
  const [visits, lines, columnId] = await Promise.all([
    ids.length > 0 ? visitsOf(db, ids) : [],
    ids.length > 0 ? lineRows(db, ids) : [],
    priceColumnOf(db, supplier.price_column_id),
  ])
  const elsewhere = positions.filter((row) => row.column_id !== columnId)
  return {
    pricesNow: await pricesOfToday(db, elsewhere, supplier),
    rests: restsOf(visits, lines),
    lines: linesWithoutPosition(lines, positions)
      .slice(0, MOST_LINES)
      .map((line) => shownLine(line, sources)),
    worthless: worthlessLines(lines, positions),
    unproven: unprovenPrices(positions, supplier.id, columnId),
  }
}

/** A position whose column differs from the supplier's present one is offered the price of that column. */
async function pricesOfToday(
  db: Db,
  positions: readonly PositionRow[],
  supplier: ActSupplier,
): Promise<Map<string, PriceNow>> {
  if (positions.length === 0) return NO_DRAFT.pricesNow
  const ids = positions.map(({ product_id }) => product_id)
  const products = await productsOf(db, ids, supplier.price_column_id)
  return new Map(
    positions.map(({ id, product_id }) => {
      const item = products.find((one) => one.id === product_id)
      return [id, { price_now_kop: item?.price_kop ?? null }]
    }),
  )
}

// The contract's bound; the first of them are enough to go on with.
const MOST_LINES = 200

function shownLine(line: LineRow, sources: DraftParts['sources']): LineWithoutPosition {
  return {
    line_id: line.id,
    weight_act_id: line.weight_act_id,
    weight_act_number: sources.find(({ id }) => id === line.weight_act_id)!.number,
    transaction_id: line.transaction_id,
    transaction_number: line.transaction_number,
    drop_no: line.drop_no,
    product_id: line.product_id,
    product_name: line.product_name,
    phys_g: line.phys_g,
    zasor_g: line.zasor_g,
    net_g: line.net_g,
  }
}

/** What the operator typed, absent parts as empty ones. */
function inputPart(db: Db, row: FormRow) {
  return {
    representative: shownRepresentative(db, row),
    ...readActTexts((name) => row[name]),
    ownership_file_ids: row.ownership_file_ids,
    vehicle: { ...NO_VEHICLE, ...(row.vehicle as object | null) } as ActForm['vehicle'],
    radiation: { ...NO_RADIATION, ...(row.radiation as object | null) } as ActForm['radiation'],
    explosion: { ...NO_EXPLOSION, ...(row.explosion as object | null) } as ActForm['explosion'],
  }
}

const NO_VEHICLE = readEach(vehicleShapes, () => null)
const NO_RADIATION = {
  done: false,
  ...readEach(radiationShapes, () => null),
  ...readEach(instrumentShapes, () => null),
}
const NO_EXPLOSION = { done: false, ...readEach(explosionShapes, () => null) }

function shownRepresentative(db: Db, row: FormRow): ActForm['representative'] {
  const one = row.representative
  if (!one) return null
  const doc =
    one.doc === null
      ? null
      : decryptField<IdentityDoc>(
          db,
          row.supplier_id,
          'representatives',
          Buffer.from(one.doc, 'base64'),
        )
  return { ...one, doc: doc && shownDoc(doc, false) }
}

/** Rights whose PIN issuing asks for; a price that was confirmed needs no second one. */
function confirmationsOf(
  positions: readonly PositionRow[],
  worthless: readonly LineRow[],
  rules: CompanyRules,
): string[] {
  const price = positions.some((row) => isPriceOver(row, rules) && row.approver_id === null)
  const hasContaminationOver = [...positions, ...worthless].some((row) =>
    isContaminationOver(row, rules),
  )
  return [
    ...(price ? ['act.price_over_limit'] : []),
    ...(hasContaminationOver ? ['act.zasor_over_limit'] : []),
  ]
}
