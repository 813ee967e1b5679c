import { act } from '../act/act.ts'
import { audit } from '../audit/audit.ts'
import { ownCompany } from '../company/own-company.ts'
import type { ActionCode } from '../core/actions.ts'
import type { Call } from '../core/call.ts'
import { device } from '../device/device.ts'
import { files } from '../file/file.ts'
import { paymentRegistry } from '../payment/registry.ts'
import { payment } from '../payment/payment.ts'
import { paymentStatement } from '../payment/statement.ts'
import { price } from '../price/price.ts'
import { product } from '../price/product.ts'
import { report } from '../report/report.ts'
import { supplier } from '../supplier/supplier.ts'
import { visitCalls } from '../visit/visit.ts'
import { weightacts } from '../weight-act/weight-act.ts'

/** What a key may be allowed: calls that it opens, with the rights that their handlers ask for. */
export interface ServicePermission {
  readonly title: string
  readonly hint: string
  readonly calls: readonly Call[]
  readonly actions?: readonly ActionCode[]
}

/**
 * All that a service account can be given. None of it moves money, and no right among them is confirmed by a PIN: what a person
 * has to confirm, a program cannot do (security.md 4.7).
 */
export const servicePermissions = {
  'acts.read': {
    title: 'Акты закупки',
    hint: 'список актов и каждый акт с позициями и суммами',
    calls: [act.getAll, act.get],
  },
  'weighings.read': {
    title: 'Взвешивания и весовые акты',
    hint: 'заезды, веса, весовые акты',
    calls: [
      visitCalls.getAll,
      visitCalls.getIn,
      visitCalls.find,
      weightacts.getAll,
      weightacts.get,
    ],
  },
  'suppliers.read': {
    title: 'Поставщики: чтение',
    hint: 'сведения поставщиков; документы скрыты наполовину',
    calls: [supplier.getAll, supplier.get, supplier.find],
  },
  'suppliers.write': {
    title: 'Поставщики: запись',
    hint: 'новые черновики и изменение сведений',
    calls: [supplier.create, supplier.update],
    actions: ['supplier.edit'],
  },
  'catalogue.read': {
    title: 'Номенклатура и цены: чтение',
    hint: 'товары, колонки прайса, цены',
    calls: [product.getAll, price.get, price.getColumns],
  },
  'catalogue.write': {
    title: 'Номенклатура: запись',
    hint: 'новые товары и изменение товаров',
    calls: [product.update, product.move],
    actions: ['product.edit'],
  },
  'prices.write': {
    title: 'Цены: запись',
    hint: 'цены сразу и к сроку',
    calls: [price.updateCell, price.plan],
    actions: ['price.edit'],
  },
  'payments.read': {
    title: 'Выплаты: чтение',
    hint: 'выплаты, их состояния и реестры; отправить выплату ключом нельзя',
    calls: [payment.getAll, payment.get, payment.getStatuses, paymentRegistry.getRegistries],
  },
  'statements.read': {
    title: 'Выписки банка: чтение',
    hint: 'загруженные выписки и их строки',
    calls: [paymentStatement.getStatements, paymentStatement.getStatementLines],
    actions: ['payment.statement'],
  },
  reports: {
    title: 'Отчёты и выгрузки',
    hint: 'заказать отчёт, дождаться и забрать файл',
    calls: [
      report.getAll,
      report.getTypes,
      report.preview,
      report.create,
      report.getStatus,
      files.get,
    ],
    actions: ['report.create', 'report.export'],
  },
  'company.read': {
    title: 'Компания и устройства',
    hint: 'реквизиты, площадки, состояние весов и камер',
    calls: [ownCompany.getOwn, device.getAll],
  },
  'audit.read': {
    title: 'Журнал изменений',
    hint: 'кто, что и когда изменил; доказательство цепочки',
    calls: [audit.getEvents, audit.getEvent, audit.verifyChain],
    actions: ['audit.read'],
  },
} as const satisfies Record<string, ServicePermission>

export type ServicePermissionCode = keyof typeof servicePermissions

export const servicePermissionCodes = Object.keys(servicePermissions) as [
  ServicePermissionCode,
  ...ServicePermissionCode[],
]
