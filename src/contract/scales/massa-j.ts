import { period, scale } from './form/scale-form.ts'
import { NET_IS_UNSEEN } from './form/scale-hints.ts'

/** Масса-К of the years before protocol 100: the byte J is answered by five bytes. */
export const massaJ = scale({
  code: 'massa-j',
  title: 'Масса-К старые (запрос J)',
  hint: `Линия 4800 8E1. Если в меню весов есть режим «100» или «1С», лучше он: ${NET_IS_UNSEEN}`,
  settings: { period_ms: period() },
  asked: { bytes: () => 6 },
  detection: [{ checksummed: false }],
})
