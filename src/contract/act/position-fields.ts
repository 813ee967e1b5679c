import { readEach, type FieldsOf } from '../core/plain-fields.ts'
import * as s from '../core/shapes.ts'

/**
 * The plain fields of an act's position: a person types them, and the server stores, copies and shows them without computing
 * anything. One more is one line here and its column (docs/recipes/act-position-field.md).
 */
export const positionShapes = {
  description: s.text(300),
}

export type PositionFields = FieldsOf<typeof positionShapes>
export type PositionField = keyof PositionFields

export const positionFieldNames = Object.keys(positionShapes) as readonly PositionField[]

/** Reads each plain field by its name, so that no place that carries them can leave one out. */
export function readPositionFields(
  read: <K extends PositionField>(name: K) => PositionFields[K],
): PositionFields {
  return readEach(positionShapes, read)
}

/** A position before anything was typed for it. */
export const emptyPositionFields: PositionFields = readPositionFields(() => null)
