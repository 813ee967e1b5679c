import { fileLimits, fileProvider } from '../file-provider.ts'
import { orderProblem, writeOrders } from './write-orders.ts'

/** Orders to bank accounts in the exchange format of 1С, brought to any bank by a person (payments.md 4.4). */
export const file1c = fileProvider('file_1c', {
  addresses: () => [],
  payerAccount: true,
  fields: {
    file_encoding: {
      label: 'Кодировка файла',
      kind: 'choice',
      hint: 'Как принимает банк. Обычно windows-1251',
      optional: true,
      choices: [
        { value: 'windows-1251', label: 'windows-1251' },
        { value: 'utf-8', label: 'UTF-8' },
      ],
    },
  },
  limits: fileLimits,
  format: '1c',
  reasons: {},
  fileName: (registryNumber) => [`1c_to_kl_${registryNumber}`, 'txt'],
  mediaType: 'text/plain',
  encodingOf: ({ file_encoding }) => (file_encoding === 'utf-8' ? 'utf-8' : 'windows-1251'),
  orderProblem,
  writeOrders,
})
