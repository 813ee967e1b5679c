import { frameUnit, scale } from './form/scale-form.ts'
import { NET_IS_UNSEEN } from './form/scale-hints.ts'

/** A&D standard format of balances: fifteen characters without a net mark. */
export const and15 = scale({
  code: 'and15',
  title: 'A&D, 15 знаков (весы GX, GF, FX)',
  hint: `На весах выберите Stream, формат A&D. Обычно 2400 7E1. Если у индикатора есть формат с отметкой нетто, лучше он: ${NET_IS_UNSEEN}`,
  settings: { unit: frameUnit() },
  detection: [{ checksummed: false }],
})
