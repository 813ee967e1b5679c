import { frameUnit, period, scale } from './form/scale-form.ts'

/** SMA SCP-0499, the protocol of the Scale Manufacturers Association: Cardinal, Fairbanks, Rice Lake and kin. */
export const sma = scale({
  code: 'sma',
  title: 'SMA: Cardinal, Fairbanks, Rice Lake',
  hint: 'На индикаторе выберите протокол SMA (уровень 1 или 2). Обычно 9600 8N1. Нетто в нём названо, а тара нет: с нажатой клавишей тары вес не принимается.',
  settings: { unit: frameUnit(), period_ms: period() },
  asked: { bytes: () => 23 },
  detection: [{ checksummed: false }],
})
