import type { Product } from '#contract/price/product.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { homesOf, type Place } from './catalogue-moves.ts'

/** Chooses another group from a list: for touch screens, where a finger scrolls the tree and cannot drag rows. */
export async function askHome(
  nodes: readonly Product[],
  node: Product,
): Promise<Place | undefined> {
  const chosen = await ask.select({
    title: `Переместить «${node.name}»`,
    search: 'Найти группу',
    options: homesOf(nodes, node.id).map(({ path, verdict }) => ({
      value: verdict,
      label: path.join(' → ') || 'На верхний уровень',
      ...('refusal' in verdict && { note: verdict.refusal, disabled: true }),
    })),
    main: 'Переместить',
  })
  return chosen && 'place' in chosen ? chosen.place : undefined
}
