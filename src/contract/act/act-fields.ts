import { readEach, type FieldsOf } from '../core/plain-fields.ts'
import * as s from '../core/shapes.ts'

/** What was typed about the truck. */
export const vehicleShapes = {
  make: s.text(60),
  carnumber: s.text(20),
  trailer: s.text(20),
  driver: s.text(150),
}

/**
 * What is known of the radiation check; what a person leaves out of a check that was done comes from the instrument of the site.
 * `background_usv_h_milli` is that of the place, `usv_h_milli` the highest reading at the load.
 */
export const radiationShapes = {
  instrument_id: s.id('instrument'),
  background_usv_h_milli: s.usvHMilli,
  usv_h_milli: s.usvHMilli,
  at: s.day,
  time: s.clockTime,
  by: s.text(150),
}

/** What an act says of its instrument: of the directory while it is a draft, as it was once it is issued. */
export const instrumentShapes = {
  instrument: s.displayText(150),
  verified_on: s.day,
  valid_until: s.day,
  instrument_certificate: s.displayText(100),
}

/** The reading above the background from which on a load is not accepted (СанПиН 2.6.1.993-00, МУК 2.6.1.1087-02). */
export const ALARM_USV_H_MILLI = 200

/** No open ground has more: what is typed above it is no background (ОСПОРБ-99/2010, 5.1.6). */
const MOST_BACKGROUND_USV_H_MILLI = 300

interface Measurement {
  readonly background_usv_h_milli: number | null
  readonly usv_h_milli: number | null
}

/** What a reading is held against: the background that was typed, unless the instrument's usual one or the bound is lower. */
export const heldAgainst = (
  { background_usv_h_milli: typed }: Pick<Measurement, 'background_usv_h_milli'>,
  usual: number | undefined,
): number => Math.min(typed ?? 0, usual ?? MOST_BACKGROUND_USV_H_MILLI, MOST_BACKGROUND_USV_H_MILLI)

/** `usual` is the background of the instrument by its own record. */
export const isRadiationAlarm = (made: Measurement, usual: number | undefined): boolean =>
  made.usv_h_milli !== null && made.usv_h_milli - heldAgainst(made, usual) > ALARM_USV_H_MILLI

/** What is known of the explosion check. */
export const explosionShapes = {
  certificate: s.text(100),
  at: s.day,
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
