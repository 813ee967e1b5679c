import { paths, to } from '#contract/screen-paths.ts'
import type { ApprovalAsk } from '#contract/user/approval/approval-asks.ts'

interface RecordLink {
  readonly href: string
  readonly words: string
}

/** Where the whole record of a question and its history are; undefined where several records have no screen in common. */
export function recordLink({ entity, ids }: ApprovalAsk['object']): RecordLink | undefined {
  const [id] = ids
  if (id === undefined) return undefined
  if (ids.length > 1) return severalOf(entity)
  const href = hrefOf(entity, id)
  return href === undefined ? undefined : { href, words: 'Открыть запись' }
}

function severalOf(entity: string): RecordLink | undefined {
  if (entity === 'price_cell') return { href: paths.price, words: 'Открыть прайс' }
  if (entity === 'weight_episode')
    return { href: `${paths.transactions}?tab=loads`, words: 'Открыть грузы' }
  return undefined
}

function hrefOf(entity: string, id: string): string | undefined {
  switch (entity) {
    case 'act':
      return to(paths.act, { actId: id })
    case 'weight_act':
      return `${paths.weightacts}?peek=${id}`
    case 'transaction':
      return `${paths.transactions}?peek=${id}`
    case 'weight_episode':
      return `${paths.transactions}?tab=loads&load=${id}`
    case 'payment':
      return `${paths.payments}?peek=${id}`
    case 'supplier':
      return `${paths.suppliers}?card=${id}`
    // A price is named by its product: a question may be about several columns of it.
    case 'price_cell':
      return `${paths.price}?product=${id}`
    default:
      return undefined
  }
}
