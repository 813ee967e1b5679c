import type { CameraFault } from '../cameras/camera.ts'
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
} from '../post/post-commands.ts'
import type { Post } from '../post/post.ts'
import { refuse } from '../refusal.ts'
import type { Yard } from '../running-yard.ts'
import type { Command } from './command-shape.ts'

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
