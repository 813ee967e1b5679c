/** There is no cash kind: payment for scrap is cashless (domain.md 9). */
export const methodKinds = ['card', 'sbp', 'account'] as const
export type MethodKind = (typeof methodKinds)[number]
