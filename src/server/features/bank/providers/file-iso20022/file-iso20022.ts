import { fileLimits, fileProvider } from '../file-provider.ts'
import { reasons } from './reasons.ts'
import { orderProblem, writePain } from './write-pain.ts'

/** Orders to bank accounts as a customer credit transfer of ISO 20022, brought to any bank by a person (payments.md 4.4). */
export const fileIso20022 = fileProvider('file_iso20022', {
  addresses: () => [],
  payerAccount: true,
  fields: {
    pain_version: {
      label: 'Версия формата',
      kind: 'choice',
      hint: 'Как принимает банк. Обычно pain.001.001.09',
      optional: true,
      choices: [
        { value: 'pain.001.001.09', label: 'pain.001.001.09' },
        { value: 'pain.001.001.03', label: 'pain.001.001.03' },
      ],
    },
  },
  limits: fileLimits,
  format: 'pain.001',
  reasons,
  fileName: (registryNumber) => [`pain001_${registryNumber}`, 'xml'],
  mediaType: 'application/xml',
  encodingOf: () => 'utf-8',
  orderProblem,
  writeOrders: writePain,
})
