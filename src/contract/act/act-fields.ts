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

/**
 * The plain texts of an act: typed in its form, shown on its card, copied into a correction. One more is one entry here and its
 * column (docs/recipes/act-position-field.md). `label` stands over the input, `title` on the card; a `folded` one has several
 * lines and stands among the details, which are closed beside the scale.
 */
const texts = {
  ownership_basis: {
    shape: s.text(300),
    label: 'Основание права собственности',
    title: 'Право собственности',
    placeholder: 'Личное имущество',
    folded: false,
  },
  ownership_document: {
    shape: s.text(300),
    label: 'Документ на лом',
    title: 'Документ',
    placeholder: 'Нужен от ИП и организации',
    folded: false,
  },
  comment: {
    shape: s.lines(1000),
    label: 'Примечание',
    title: 'Примечание',
    placeholder: '',
    folded: true,
  },
} as const

type TextShapes = { [K in keyof typeof texts]: (typeof texts)[K]['shape'] }
export type ActTexts = FieldsOf<TextShapes>

export const actTextNames = Object.keys(texts) as readonly (keyof ActTexts)[]
export const actTextFields = actTextNames.map((name) => ({ name, ...texts[name] }))
export const actTextShapes = Object.fromEntries(
  actTextNames.map((name) => [name, texts[name].shape]),
) as TextShapes

/** Reads each plain text by its name, so that no place that carries them can leave one out. */
export function readActTexts(read: <K extends keyof ActTexts>(name: K) => ActTexts[K]): ActTexts {
  return readEach(actTextShapes, read)
}
