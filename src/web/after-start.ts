import { followHotkeys } from './session/own-hotkeys.ts'
import { cancelStrayDrops } from './stray-drops.ts'

/** What no first screen waits for: loaded while it is drawn. */
export function setUpAfterStart(): void {
  cancelStrayDrops()
  followHotkeys()
}
