import { fileLimits, fileProvider } from '../file-provider.ts'
import type { Reasons } from '../provider.ts'
import { orderProblem, writePain } from './write-pain.ts'

/** `ExternalStatusReason1Code` of ISO 20022 that banks give for orders; others are shown with the bank's own words. */
const reasons: Reasons = {
  AC01: { text: 'Неверный счёт получателя', advice: 'Исправьте счёт', quotesBank: true },
  AC04: { text: 'Счёт получателя закрыт', advice: 'Исправьте счёт', quotesBank: true },
  AC06: { text: 'Счёт получателя заблокирован', advice: 'Исправьте счёт', quotesBank: true },
  RC01: { text: 'Неверный БИК', advice: 'Исправьте БИК в способе выплаты', quotesBank: true },
  AM04: {
    text: 'Недостаточно средств на счёте',
    advice: 'Пополните счёт и повторите',
    quotesBank: true,
  },
  BE01: {
    text: 'Получатель не совпал с владельцем счёта',
    advice: 'Проверьте, чей это счёт',
    quotesBank: true,
  },
  DT01: {
    text: 'Неверная дата поручения',
    advice: 'Повторите выплату сегодняшним днём',
    quotesBank: true,
  },
}

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
