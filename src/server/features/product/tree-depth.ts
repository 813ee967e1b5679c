import { refuse } from '#http/refusal.ts'
import type { Db } from '../../db/handle.ts'
import { settingsNow } from '../company/settings.ts'

/** How many levels the company allows itself (`product.max_depth`); what was deeper before stays where it is. */
export async function maxDepth(db: Db): Promise<number> {
  return (await settingsNow(db)).modules_cfg.product!.max_depth
}

/** Refuses a place deeper than that. */
export async function assertDepth(db: Db, depth: number): Promise<void> {
  const most = await maxDepth(db)
  if (depth > most) refuse('product.too-deep', { message: tooDeep(most) })
}

export const tooDeep = (most: number) =>
  `Слишком глубоко: не больше ${most} ${most === 1 ? 'уровня' : 'уровней'}`
