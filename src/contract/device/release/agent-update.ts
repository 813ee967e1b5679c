import * as z from 'zod/mini'
import { base64url } from '../agent-enrol.ts'
import { int, text } from '../../core/shapes.ts'
import { releasePlatform, releaseVersion, signedRelease } from './release-statement.ts'

/** Small enough that a weight never waits behind it, bytes. */
export const UPDATE_PART = 192 * 1024
const PART_SIGNS = Math.ceil((UPDATE_PART * 4) / 3)

/**
 * How the agent's own update stands: `by-hand` = it was not started by its launcher, `waiting` = checked and unpacked, the scales are not
 * empty; `refused` = it does not accept what is offered; `returned` = the new release did not work and the former one runs again.
 */
export const updateStates = [
  'none',
  'by-hand',
  'downloading',
  'waiting',
  'installed',
  'refused',
  'returned',
] as const

/** What an agent says of its program when it asks for a newer one. */
export const askUpdateBody = z.strictObject({
  version: releaseVersion,
  platform: releasePlatform,
  state: z.enum(updateStates),
  /** The release that the state is about. */
  about: z.nullable(releaseVersion),
  /** The Russian sentence for whoever looks after the agent; empty when nothing is to be done. */
  detail: text(300, 0),
})
export type AskUpdate = z.output<typeof askUpdateBody>
export const askUpdateResult = z.strictObject({ offer: z.nullable(signedRelease) })

export const updatePartBody = z.strictObject({
  version: releaseVersion,
  platform: releasePlatform,
  offset: int(0, Number.MAX_SAFE_INTEGER),
})
/** Empty behind the end of the archive. */
export const updatePartResult = z.strictObject({ bytes: base64url(PART_SIGNS) })
