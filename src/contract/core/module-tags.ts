/** Switchable parts of the product (domain.md 13.1), in the order in which they are listed on screen. */
export const moduleTags = [
  'supplier',
  'product',
  'price',
  'weight',
  'carnumber',
  'camera',
  'transactions',
  'manual',
  'weightacts',
  'act',
  'payment',
  'files',
  'report',
  'test',
] as const

export type ModuleTag = (typeof moduleTags)[number]

/** Calls of these tags may be served beside the scale; no other tag may have a route (domain.md 13.2). */
export const routableTags = ['weight', 'carnumber', 'camera'] as const
