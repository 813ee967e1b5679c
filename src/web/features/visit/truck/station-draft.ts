import type { PlateReading } from '#contract/device/reading.ts'
import type { Visit, VisitCard } from '#contract/visit/visit-entities.ts'
import { paperFields } from '#contract/visit/visit-record.ts'
import { formValues, type FormValues } from '#web/ui/form/record-values.ts'
import type { FoundOption } from '#web/ui/inputs/lookup-input.tsx'

/** Data of a visit's papers besides supplier and product; empty texts are not sent. */
export type Papers = FormValues<typeof paperFields>

/**
 * What is known of the vehicle on the scale:
 * - `empty`: nothing; a camera may fill the plate, or the operator types it.
 * - `read`: a camera filled the plate; a surer or a later reading replaces it, and it goes with its load.
 * - `typed`: the operator typed the plate, perhaps before the truck came; no camera overwrites it, and it outlives a new load.
 * - `queued`: its arrival is recorded here and waits for the link; the next load is another vehicle's.
 * - `picked`: the operator chose a visit, from the queue or by its plate; it outlives a new load.
 * - `recorded`: a visit that a camera found or that was just weighed; the next load is another vehicle's.
 */
export type VehicleStage = 'empty' | 'read' | 'typed' | 'queued' | 'picked' | 'recorded'

export interface Draft {
  stage: VehicleStage
  plate: string
  /** What the camera reads of this load, whichever plate is in the field. */
  cameraReading?: PlateReading
  supplier: FoundOption | null
  productId: string | null
  papers: Papers
  /** Set exactly in the stages `picked` and `recorded`. */
  visitId?: string
  similar: Visit[]
  /** The last finished visit of the plate: who and what it was. */
  last?: VisitCard
}

export const noPapers = formValues(paperFields, undefined)

export const emptyDraft: Draft = {
  stage: 'empty',
  plate: '',
  supplier: null,
  productId: null,
  papers: noPapers,
  similar: [],
}

/** A visit on the scale; the camera's reading stays with its load. */
export function draftOf(
  visit: Visit,
  stage: 'picked' | 'recorded',
  { cameraReading }: Pick<Draft, 'cameraReading'>,
): Draft {
  return {
    ...(cameraReading && { cameraReading }),
    stage,
    plate: visit.carnumber ?? '',
    supplier: supplierOf(visit),
    productId: visit.product_id,
    papers: formValues(paperFields, visit),
    visitId: visit.id,
    similar: [],
  }
}

/** The known vehicle once more: what is not chosen yet is taken from its last visit. */
export function asLastTime(now: Draft): Draft {
  const { last } = now
  if (!last) return now
  return {
    ...now,
    supplier: now.supplier ?? supplierOf(last),
    productId: now.productId ?? last.product_id,
    papers: {
      ...now.papers,
      trailer_number: now.papers.trailer_number || (last.trailer_number ?? ''),
      driver_name: now.papers.driver_name || (last.driver_name ?? ''),
    },
  }
}

/** What a capture says besides the reading itself. */
export function commandOf(
  kind: 'in' | 'mid' | 'out',
  draft: Draft,
  visit: Pick<Visit, 'id' | 'version'> | undefined,
) {
  const seen = draft.cameraReading && { plate_reading: draft.cameraReading }
  if (visit && kind !== 'in') {
    const command = kind === 'mid' ? ('capture_mid' as const) : ('capture_out' as const)
    return { command, id: visit.id, version: visit.version, ...seen }
  }
  return {
    command: 'capture_in' as const,
    carnumber: draft.plate,
    ...seen,
    ...firstInfo(draft),
  }
}

/** What was chosen before the visit existed. */
export function firstInfo(draft: Draft) {
  const papers = Object.entries(draft.papers).filter(([, value]) => value)
  return {
    ...(draft.supplier && { supplier_id: draft.supplier.id }),
    ...(draft.productId && { product_id: draft.productId }),
    ...(Object.fromEntries(papers) as Partial<Record<keyof Papers, string>>),
  }
}

function supplierOf(visit: Visit): FoundOption | null {
  return visit.supplier_id ? { id: visit.supplier_id, label: visit.supplier_name ?? '' } : null
}
