import { readEach, type FieldsOf } from '../core/plain-fields.ts'
import * as s from '../core/shapes.ts'

/**
 * The plain fields of an act's position: a person types them, and the server stores, copies and shows them without computing
 * anything. One more is one line here and its column (docs/recipes/act-position-field.md). A field with `ask` is asked for on
 * screen, shown on the card and printed for the products whose card has that flag.
 */
const fields = {
  description: { shape: s.text(300), ask: null },
  moisture_bp: {
    shape: s.bp,
    ask: { label: 'Влажность', kind: 'percent', flag: 'asks_moisture' },
  },
} as const

export type PositionField = keyof typeof fields
type Shapes = { [K in PositionField]: (typeof fields)[K]['shape'] }
export type PositionFields = FieldsOf<Shapes>

export const positionFieldNames = Object.keys(fields) as readonly PositionField[]
export const positionShapes = Object.fromEntries(
  positionFieldNames.map((name) => [name, fields[name].shape]),
) as Shapes

/** The fields that products ask for. */
export type AskedField = {
  [K in PositionField]: (typeof fields)[K]['ask'] extends null ? never : K
}[PositionField]
type Ask = { [K in AskedField]: { name: K } & NonNullable<(typeof fields)[K]['ask']> }[AskedField]

export const askedFields = positionFieldNames.flatMap((name) => {
  const { ask } = fields[name]
  return ask ? [{ name, ...ask }] : []
}) as readonly Ask[]

/** Reads each plain field by its name, so that no place that carries them can leave one out. */
export function readPositionFields(
  read: <K extends PositionField>(name: K) => PositionFields[K],
): PositionFields {
  return readEach(positionShapes, read)
}

/** A position before anything was typed for it. */
export const emptyPositionFields: PositionFields = readPositionFields(() => null)
