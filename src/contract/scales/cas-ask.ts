import { frameUnit, period, scale } from './form/scale-form.ts'
import { NET_IS_UNSEEN } from './form/scale-hints.ts'

/** CAS by question: ENQ, ACK, DC1 and a frame with its sum; AP-1, AD, ER, SW-II, PDS and kin. */
export const casAsk = scale({
  code: 'cas-ask',
  title: 'CAS по запросу (AP-1, AD, ER, SW)',
  hint: `На весах выберите передачу по запросу (ECR, тип с ENQ). 9600 8N1. Если можно выбрать 22 байта, лучше они: ${NET_IS_UNSEEN}`,
  settings: { unit: frameUnit(), period_ms: period() },
  asked: { bytes: () => 16, asksBeside: () => true },
  detection: [{ checksummed: true }],
})
