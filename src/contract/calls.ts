import { act } from './act.ts'
import { auth } from './auth.ts'
import { bank } from './bank.ts'
import { bikDirectory } from './bik-directory.ts'
import type { Call } from './call.ts'
import { company } from './company.ts'
import { agent, camera, carnumber, device, weight } from './device.ts'
import { files } from './file.ts'
import { live } from './live.ts'
import { modules } from './modules.ts'
import { oldBase } from './old-base.ts'
import { payment } from './payment.ts'
import { price } from './price.ts'
import { product } from './product.ts'
import { utils } from './qr-code.ts'
import { report } from './report.ts'
import { supplier } from './supplier.ts'
import { transactions } from './transaction.ts'
import { user } from './user.ts'
import { weightacts } from './weight-act.ts'

/**
 * Every call of the product by feature. Screens import the feature they need; whoever walks over all calls (server,
 * OpenAPI, rights catalogue, tests) imports this.
 */
export const calls = {
  auth,
  user,
  company,
  bank,
  bikDirectory,
  modules,
  files,
  supplier,
  oldBase,
  product,
  price,
  weight,
  carnumber,
  camera,
  device,
  agent,
  transactions,
  weightacts,
  act,
  payment,
  report,
  utils,
  live,
} as const

/** A call with its name `feature.verb`, such as `act.update`. */
export interface NamedCall {
  readonly key: string
  readonly call: Call
}

export const allCalls: readonly NamedCall[] = Object.entries(calls).flatMap(([feature, verbs]) =>
  Object.entries(verbs as Record<string, Call>).map(([verb, call]) => ({
    key: `${feature}.${verb}`,
    call,
  })),
)
