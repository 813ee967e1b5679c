import { openGround } from '../walk.ts'

/** One for all tests that send what is refused: two stocked companies cost as much as a thousand refusals. */
export const ground = await openGround()
