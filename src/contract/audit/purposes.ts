import { ownValue } from '../core/own-value.ts'
import type { AuditAction } from './actions/all-actions.ts'

interface Purpose {
  readonly title: string
  readonly actions: readonly AuditAction[]
}

/** What people look for in the journal: actions of one purpose, whatever their records. */
export const purposes = {
  price: {
    title: 'Изменены цены',
    actions: ['price.set', 'price.bulk', 'price.block', 'price.plan', 'price.plan_cancel'],
  },
  cancelled: {
    title: 'Отменено и аннулировано',
    actions: [
      'act.void',
      'weight_act.void',
      'transaction.void',
      'weighing.cancel',
      'payment.cancel',
      'act.correct',
    ],
  },
  paid: {
    title: 'Отправлены деньги',
    actions: ['payment.register', 'payment.registered', 'payment.by-debit', 'payment.by-letter'],
  },
  payee: {
    title: 'Изменены получатели',
    actions: ['method.create', 'method.update', 'method.status', 'method.share', 'method.move'],
  },
  weight: {
    title: 'Вес не с весов',
    actions: ['transaction.manual', 'transaction.info', 'weight.zero', 'weight.explain'],
  },
  reviewed: {
    title: 'Просмотрены отметки',
    actions: [
      'act.review',
      'weight_act.review',
      'transaction.review',
      'supplier.review',
      'payment.review',
      'weight.explain',
    ],
  },
  people: {
    title: 'Люди и права',
    actions: [
      'user.create',
      'user.update',
      'user.update-pcode',
      'user.status',
      'user.link',
      'user.right',
      'user.super-update',
      'action.access',
      'pcode.one-person',
    ],
  },
  settings: {
    title: 'Изменены настройки',
    actions: ['company.update', 'company.configuration', 'company.yard-rules', 'device.update'],
  },
  damaged: { title: 'Повреждённые данные', actions: ['data.damaged', 'data.recounted'] },
} as const satisfies Readonly<Record<string, Purpose>>

export type PurposeName = keyof typeof purposes
export const purposeNames = Object.keys(purposes) as [PurposeName, ...PurposeName[]]

export const actionsOfPurpose = (name: PurposeName): readonly AuditAction[] =>
  ownValue<Purpose>(purposes, name)!.actions
