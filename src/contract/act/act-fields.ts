import { readEach, type FieldsOf } from '../core/plain-fields.ts'
import * as s from '../core/shapes.ts'

/** What was typed about the truck. */
export const vehicleShapes = {
  make: s.text(60),
  carnumber: s.text(20),
  trailer: s.text(20),
  driver: s.text(150),
}

/** What was typed about the radiation check; `usv_h_milli`: thousandths of a microsievert an hour. */
export const radiationShapes = {
  usv_h_milli: s.int(0, 1_000_000_000),
  instrument: s.text(100),
  at: s.day,
  by: s.text(150),
}

/** What was typed about the explosion check. */
export const explosionShapes = {
  certificate: s.text(100),
  by: s.text(150),
}

/** The plain texts of an act that only its form and its card carry; one more is one line here and its column. */
export const actTextShapes = {
  ownership_basis: s.text(300),
  ownership_document: s.text(300),
}

export type ActTexts = FieldsOf<typeof actTextShapes>
export const actTextNames = Object.keys(actTextShapes) as readonly (keyof ActTexts)[]

/** Reads each plain text by its name, so that no place that carries them can leave one out. */
export function readActTexts(read: <K extends keyof ActTexts>(name: K) => ActTexts[K]): ActTexts {
  return readEach(actTextShapes, read)
}
