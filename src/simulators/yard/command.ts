import * as z from 'zod/mini'
import { CAMERA_FAULTS, type CameraFault } from './cameras/camera.ts'
import { COLOUR_NAMES } from './drawing/colours.ts'
import { PLATE_LOOKS } from './drawing/colours.ts'
import { isDrawablePlate } from './drawing/draw-plate.ts'
import {
  arrive,
  changeLoad,
  clearPost,
  leave,
  leaveResidue,
  pressZero,
  setDrift,
  setFault,
  tailgate,
} from './post-commands.ts'
import { POST_FAULTS, type Post } from './post.ts'
import { refuse } from './refusal.ts'
import type { Yard } from './yard.ts'

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
    plate_look: z.optional(z.enum(PLATE_LOOKS)),
  }),
  z.strictObject({
    do: z.literal('leave'),
    post: postField,
    /** In a play: the driver stays while the red lamp of his post is lit, until he is weighed. */
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

/**
 * The camera or the post an order speaks of, null for the whole yard; refuses with 404 when it is
 * not there.
 */
export function findPlace(yard: Yard, command: Command) {
  if (command.do === 'reset' || command.do === 'printer_off') return null
  if ('channel' in command) return findCamera(yard, command.channel)
  return findPost(yard, command.post)
}

/**
 * Carries out one order now; refuses with 404 for an unknown post and 409 when the scale is not
 * ready.
 */
export function runCommand(yard: Yard, command: Command) {
  switch (command.do) {
    case 'camera_off':
    case 'camera_password':
    case 'camera_black':
    case 'camera_blurred':
      setCamera(yard, command.channel, command.do, command.on)
      return
    case 'printer_off':
      yard.printer.off = command.on
      return
    case 'loop':
      yard.relays.inputs[yard.posts.indexOf(findPost(yard, command.post))] = command.on
      return
    case 'reset':
      yard.stopScenario()
      for (const post of yard.posts) clearPost(post)
      for (const camera of yard.cameras) camera.faults.clear()
      yard.printer.slips.length = 0
      yard.printer.off = false
      yard.relays.inputs.fill(false)
      yard.journal.clear()
      return
    default:
      commandPost(findPost(yard, command.post), command)
  }
}

type PostCommand = Exclude<Command, { do: CameraFault | 'printer_off' | 'loop' | 'reset' }>

function commandPost(post: Post, command: PostCommand) {
  switch (command.do) {
    case 'arrive': {
      const { mass_kg, plate, trailer_plate, axles, colour, plate_look } = command
      const mass_g = mass_kg === undefined ? undefined : toGrams(mass_kg)
      arrive(post, { plate, trailer_plate, axles, colour, plate_look, mass_g })
      return
    }
    case 'leave':
      leave(post)
      return
    case 'load':
      changeLoad(post, toGrams(command.mass_kg))
      return
    case 'unload':
      if (command.mass_kg === undefined) leave(post)
      else changeLoad(post, -toGrams(command.mass_kg))
      return
    case 'zero':
      if (!pressZero(post, 'key')) refuse(409, 'Индикатор не принял обнуление')
      return
    case 'tailgate':
      tailgate(post)
      return
    case 'residue':
      leaveResidue(post, toGrams(command.mass_kg))
      return
    case 'drift':
      setDrift(post, toGrams(command.kg_an_hour))
      return
    default:
      setFault(post, command.do, command.on)
  }
}

function setCamera(yard: Yard, channel: number, fault: CameraFault, on: boolean) {
  const camera = findCamera(yard, channel)
  if (on) camera.faults.add(fault)
  else camera.faults.delete(fault)
  const type = on ? 'fault-on' : 'fault-off'
  yard.journal.note({ post: camera.post, type, detail: `${fault} ${channel}` })
}

function findCamera(yard: Yard, channel: number) {
  const camera = yard.cameras.find((camera) => camera.channel === channel)
  if (!camera) refuse(404, `Камеры ${channel} нет`)
  return camera
}

function findPost(yard: Yard, number: number) {
  const post = yard.posts.find(({ plan }) => plan.post === number)
  if (!post) refuse(404, `Поста ${number} нет`)
  return post
}

function toGrams(kg: number) {
  return Math.round(kg * 1000)
}

function isWholeGrams(kg: number) {
  return Math.abs(kg * 1000 - Math.round(kg * 1000)) < 1e-6
}
