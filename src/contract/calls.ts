import { act } from './act/act.ts'
import { instrument } from './act/instrument.ts'
import { installation } from './installation/installation.ts'
import { instrumentChange } from './act/instrument-change.ts'
import { audit } from './audit/audit.ts'
import { approvalAsks } from './user/approval/approval-asks.ts'
import { auth } from './user/auth.ts'
import { bank } from './bank/bank.ts'
import { bankSetUp } from './bank/bank-set-up.ts'
import { bikDirectory } from './bank/bik-directory.ts'
import type { Call } from './core/call.ts'
import { company } from './company/company.ts'
import { documentTexts } from './document/document-texts.ts'
import { configurationCalls } from './company/company-configuration.ts'
import { routeCheck } from './company/route-check.ts'
import { companyChange } from './company/company-change.ts'
import { partyRegistry } from './company/party-registry.ts'
import { ownCompany } from './company/own-company.ts'
import { companySetUp } from './company/set-up.ts'
import { agent, camera, carnumber, device, weight } from './device/device.ts'
import { deviceSetUp } from './device/device-set-up.ts'
import { files } from './file/file.ts'
import { phone, phoneLinks } from './file/phone.ts'
import { live } from './core/live.ts'
import { modules } from './core/modules.ts'
import { legacyDatabase } from './supplier/legacy-database.ts'
import { bankComparison } from './payment/comparison.ts'
import { bankMail } from './payment/bank-mail.ts'
import { moneyFlow } from './payment/money-flow.ts'
import { npdReceipt } from './payment/npd-receipt.ts'
import { paymentFacts } from './payment/payment-facts.ts'
import { payDay } from './payment/pay-day.ts'
import { paymentOrder } from './payment/order.ts'
import { payment } from './payment/payment.ts'
import { paymentRegistry } from './payment/registry.ts'
import { paymentReview } from './payment/review.ts'
import { paymentStatement } from './payment/statement.ts'
import { paymentWebhook } from './payment/webhook.ts'
import { price } from './price/price.ts'
import { product } from './price/product.ts'
import { readyCatalogue } from './price/ready-catalogue.ts'
import { utils } from './qr-code.ts'
import { companyDays } from './report/company-days.ts'
import { flagReview } from './report/exceptions.ts'
import { report } from './report/report.ts'
import { schedules } from './report/schedules.ts'
import { selfEmployed } from './supplier/self-employed.ts'
import { supplier } from './supplier/supplier.ts'
import { visitCalls } from './visit/visit.ts'
import { passkeys } from './user/passkeys.ts'
import { linkedAccounts } from './user/linked/linked-accounts.ts'
import { noticeChoices } from './user/notice-choices.ts'
import { pushBrowsers } from './user/push-browsers.ts'
import { secondFactor } from './user/second-factor.ts'
import { user } from './user/user.ts'
import { userAccess } from './user/user-access.ts'
import { userRights } from './user/user-rights.ts'
import { serviceAccounts } from './user/service-accounts.ts'
import { userSessions } from './user/user-sessions.ts'
import { webhooks } from './webhook/webhooks.ts'
import { weightacts } from './weight-act/weight-act.ts'

/**
 * Every call of the product by feature. Screens import the feature they need; code that iterates over all calls (server,
 * OpenAPI, rights catalogue, tests) imports this. The type is written out: that of all shapes is longer than the compiler takes.
 */
export const calls: Readonly<Record<string, Readonly<Record<string, Call>>>> = {
  audit,
  auth: { ...auth, ...secondFactor, ...passkeys, ...linkedAccounts },
  user: {
    ...user,
    ...userAccess,
    ...userRights,
    ...approvalAsks,
    ...noticeChoices,
    ...pushBrowsers,
    ...userSessions,
    ...serviceAccounts,
    ...webhooks,
  },
  company: {
    ...company,
    ...ownCompany,
    ...companyChange,
    ...companySetUp,
    ...configurationCalls,
    ...routeCheck,
    ...partyRegistry,
  },
  bank: { ...bank, ...bankSetUp },
  bikDirectory,
  modules,
  files,
  phoneLinks,
  phone,
  supplier: { ...supplier, ...selfEmployed },
  oldBase: legacyDatabase,
  product: { ...product, ...readyCatalogue },
  price,
  weight,
  carnumber,
  camera,
  device: { ...device, ...deviceSetUp },
  agent,
  transactions: visitCalls,
  weightacts,
  act,
  instrument: { ...instrument, ...instrumentChange },
  payment: {
    ...payment,
    ...paymentOrder,
    ...payDay,
    ...paymentFacts,
    ...moneyFlow,
    ...paymentRegistry,
    ...paymentStatement,
    ...bankMail,
    ...paymentReview,
    ...bankComparison,
    ...paymentWebhook,
    ...npdReceipt,
  },
  document: documentTexts,
  installation,
  report: { ...report, ...companyDays, ...flagReview, ...schedules },
  utils,
  live,
}

/** A call with its name `feature.command`, such as `act.update`. */
export interface NamedCall {
  readonly key: string
  readonly call: Call
}

export const allCalls: readonly NamedCall[] = Object.entries(calls).flatMap(([feature, verbs]) =>
  Object.entries(verbs).map(([verb, call]) => ({
    key: `${feature}.${verb}`,
    call,
  })),
)
