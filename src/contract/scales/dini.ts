import { frameUnit, period, scaleOfFormats, whole } from './form/scale-form.ts'
import { NET_IS_REFUSED } from './form/scale-hints.ts'

/** Dini Argeo: DFW, DGT, 3590 and kin (devices.md 3.12). */
export const dini = scaleOfFormats({
  code: 'dini',
  title: 'Dini Argeo',
  by: { key: 'format', label: 'Формат' },
  formats: {
    standard: {
      title: 'Standard, непрерывно',
      hint: `На индикаторе выберите непрерывную передачу короткой строкой. 9600 8N1. ${NET_IS_REFUSED}`,
      settings: { unit: frameUnit() },
      detection: [{ checksummed: false }],
    },
    rext: {
      title: 'Расширенная строка (запрос REXT)',
      hint: 'На индикаторе выберите передачу по запросу, 9600 8N1. Нетто и тара приходят вместе, поэтому вес принимается и с нажатой тарой.',
      settings: { unit: frameUnit(), period_ms: period() },
      asked: { bytes: () => 49 },
      detection: [{ checksummed: false }],
    },
    alibi: {
      title: 'Расширенная строка и алиби-память (REXT и PID)',
      hint: 'Для индикаторов с алиби-памятью: на индикаторе выберите передачу по запросу, 9600 8N1. Вес, который стоит две секунды, индикатор записывает в свою память, и номер записи остаётся у взвешивания.',
      settings: {
        unit: frameUnit(),
        period_ms: period(),
        from_kg: whole('Записывать вес от, кг', [1, 100_000], 200),
      },
      asked: { bytes: () => 56 },
      detection: [{ checksummed: false }],
    },
  },
})
