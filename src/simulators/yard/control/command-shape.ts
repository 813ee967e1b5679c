import * as z from 'zod/mini'
import { CAMERA_FAULTS } from '../cameras/camera.ts'
import { COLOUR_NAMES, PLATE_CONDITIONS } from '../drawing/colours.ts'
import { isDrawablePlate } from '../drawing/draw-plate.ts'
import { POST_FAULTS } from '../post/post.ts'

/** Heavier than any road allows, so that overload can be played too. */
const MOST_KG = 200_000

const postField = z._default(z.int().check(z.minimum(1), z.maximum(99)), 1)

const massField = z.number().check(
  z.positive(),
  z.maximum(MOST_KG),
  z.refine((kg) => isWholeGrams(kg), 'не целые граммы'),
)

const signedField = z.number().check(z.minimum(-1000), z.maximum(1000))

const plateField = z.string().check(
  z.maxLength(20),
  z.refine((plate) => isDrawablePlate(plate), 'такой номер нарисовать нельзя'),
)

const onField = z._default(z.boolean(), true)

/** One order to the yard; masses in kilograms to the gram, `post` is 1 when left out. */
export const commandShape = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('arrive'),
    post: postField,
    plate: z.optional(plateField),
    trailer_plate: z.optional(plateField),
    mass_kg: z.optional(massField),
    axles: z.optional(z.int().check(z.minimum(1), z.maximum(9))),
    colour: z.optional(z.enum(COLOUR_NAMES)),
    plate_look: z.optional(z.enum(PLATE_CONDITIONS)),
  }),
  z.strictObject({
    do: z.literal('leave'),
    post: postField,
    /** In a scenario: the driver stays until weighed while the red lamp of the post is lit. */
    on_green: z.optional(z.boolean()),
  }),
  z.strictObject({ do: z.literal('load'), post: postField, mass_kg: massField }),
  z.strictObject({ do: z.literal('unload'), post: postField, mass_kg: z.optional(massField) }),
  z.strictObject({ do: z.enum(['zero', 'tailgate']), post: postField }),
  z.strictObject({ do: z.literal('residue'), post: postField, mass_kg: signedField }),
  z.strictObject({ do: z.literal('drift'), post: postField, kg_an_hour: signedField }),
  z.strictObject({ do: z.enum(POST_FAULTS), post: postField, on: onField }),
  z.strictObject({
    do: z.enum(CAMERA_FAULTS),
    channel: z._default(z.int().check(z.minimum(1), z.maximum(99)), 1),
    on: onField,
  }),
  z.strictObject({ do: z.literal('loop'), post: postField, on: onField }),
  z.strictObject({ do: z.literal('printer_off'), on: onField }),
  z.strictObject({ do: z.literal('reset') }),
])

export type Command = z.infer<typeof commandShape>

function isWholeGrams(kg: number) {
  return Math.abs(kg * 1000 - Math.round(kg * 1000)) < 1e-6
}
