import { period, scale } from './form/scale-form.ts'

/** Масса-К, protocol 100 (devices.md 3.7). */
export const massaK = scale({
  code: 'massa-k',
  title: 'Масса-К',
  hint: 'На индикаторе выберите режим «1С» или «100». 57600 8N1, у старых 4800 8E1, по сети порт 5001.',
  settings: { period_ms: period() },
  asked: { bytes: () => 28 },
  detection: [{ checksummed: true }],
})
