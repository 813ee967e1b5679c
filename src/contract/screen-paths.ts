import type { ModuleTag } from './core/module-tags.ts'

/** Every address of the product, spelt once (specification 2); `:name` is a placeholder for an id. */
export const paths = {
  home: '/',
  account: '/account',
  tmplink: '/tmplink',
  super: '/super',
  superCompanies: '/super/companies',
  superAccounts: '/super/accounts',
  superActions: '/super/actions',
  superBankConfigurations: '/super/bank_configurations',
  superOperators: '/super/operators',
  superBanks: '/super/banks',
  superMoney: '/super/money',
  superDocuments: '/super/documents',
  superReports: '/super/reports',
  superAudit: '/super/audit',
  superState: '/super/state',
  operator: '/operator',
  createPayment: '/operator/create_payment',
  createPaymentDetails: '/operator/create_payment/details/:supplierId',
  searchSupplier: '/operator/search_supplier',
  createActDetails: '/operator/create_act/details/:supplierId',
  payments: '/operator/payments',
  money: '/operator/money',
  month: '/operator/month',
  suppliers: '/operator/suppliers',
  acts: '/operator/acts',
  act: '/operator/act/:actId',
  product: '/operator/product',
  price: '/operator/price',
  documents: '/operator/documents',
  instruments: '/operator/instruments',
  reports: '/operator/reports',
  audit: '/operator/audit',
  people: '/operator/people',
  weight: '/operator/weight',
  weight1: '/operator/weight1',
  weight2: '/operator/weight2',
  weightacts: '/operator/weightacts',
  transactions: '/operator/transactions',
  manual: '/operator/manual',
  printWeightAct: '/print/weight_act/:weightActId',
  printAct: '/print/act/:actId',
  printOwnership: '/print/ownership/:actId',
  printConsent: '/print/consent/:supplierId',
  printRegistry: '/print/registry/:registryId',
  image: '/image/:fid',
  help: '/help',
  helpChapter: '/help/:chapter',
} as const

export type PathName = keyof typeof paths
export type PathPattern = (typeof paths)[PathName]

/** The screens that each module opens (domain.md 13.1). */
export const moduleScreens: Readonly<Record<ModuleTag, readonly PathName[]>> = {
  supplier: ['suppliers', 'searchSupplier', 'printConsent'],
  product: ['product'],
  price: ['price'],
  weight: ['weight', 'weight1', 'weight2'],
  carnumber: [],
  camera: [],
  transactions: ['transactions'],
  manual: ['manual'],
  weightacts: ['weightacts', 'printWeightAct'],
  act: ['createActDetails', 'acts', 'act', 'month', 'instruments', 'printAct', 'printOwnership'],
  payment: ['createPayment', 'createPaymentDetails', 'payments', 'money', 'printRegistry'],
  files: ['documents', 'image'],
  report: ['reports'],
  test: [],
}

/** The module that opens a screen; one without a module is open in each company. */
export function moduleOf(name: PathName): ModuleTag | undefined {
  const entries = Object.entries(moduleScreens) as [ModuleTag, readonly PathName[]][]
  return entries.find(([, names]) => names.includes(name))?.[0]
}

type ParamNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never

/** Fills the ids into a pattern: `to(paths.act, { actId })`. */
export function to<P extends PathPattern>(
  pattern: P,
  params: Record<ParamNames<P>, string>,
): string {
  return pattern.replaceAll(/:([A-Za-z]+)/g, (_, name: ParamNames<P>) =>
    encodeURIComponent(params[name]),
  )
}

/** Ids in an address are uuids; anything longer or with other characters matches no screen. */
const ID = '[A-Za-z0-9-]{1,64}'
const matchers = Object.entries(paths).map(
  ([name, pattern]) =>
    [name as PathName, new RegExp(`^${pattern.replaceAll(/:[A-Za-z]+/g, ID)}$`)] as const,
)

/** The screen at a pathname, or undefined. */
export function screenAt(pathname: string): PathName | undefined {
  return matchers.find(([, matcher]) => matcher.test(pathname))?.[0]
}
