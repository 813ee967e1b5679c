import { describeProvider, type ProviderCode } from '#contract/bank/bank-providers.ts'
import type { Config } from '../../../config.ts'
import { directbank } from './directbank/directbank.ts'
import type { FileProvider } from './file-provider.ts'
import { file1c } from './file-1c/file-1c.ts'
import { fileIso20022 } from './file-iso20022/file-iso20022.ts'
import type { BankProvider, Reasons } from './provider.ts'
import { sandbox } from './sandbox/sandbox.ts'
import { tbank } from './tbank/tbank.ts'
import { yookassa } from './yookassa/yookassa.ts'

/** Either asked over the network or paid by a file that a person brings to the bank. */
export type AnyProvider = BankProvider | FileProvider

/** Every provider, one line each. */
const providers: Record<ProviderCode, AnyProvider> = {
  sandbox,
  yookassa,
  tbank,
  directbank,
  file_1c: file1c,
  file_iso20022: fileIso20022,
}

export const bankProviders = Object.values(providers)

export const apiProviders = bankProviders.filter(isApiProvider)

export function isApiProvider(provider: AnyProvider): provider is BankProvider {
  return 'open' in provider
}

/** The provider of a bank when it is one of files. */
export function fileProviderOf(adapter: string): FileProvider | undefined {
  const provider = providerOf(adapter)
  return isApiProvider(provider) ? undefined : provider
}

/** The provider of a bank; `adapter` is its stored code. */
export function providerOf(adapter: string): AnyProvider {
  return providers[describeProvider(adapter).code]
}

/** Where notifications of a provider come from; empty where it sends none that could be held to an address. */
export function notifiersOf(
  adapter: string,
  installation: Pick<Config, 'sandboxUrl'>,
): readonly string[] {
  const provider = providerOf(adapter)
  return (isApiProvider(provider) && provider.notifiers?.(installation)) || []
}

/** The words for a provider's codes. */
export function reasonsOf(adapter: string): Reasons {
  return providerOf(adapter).reasons
}

/** The bank says at once whether it knows a payment; of any other its statements, or a person in its cabinet, tell. */
export function isAskable(adapter: string): boolean {
  const provider = providerOf(adapter)
  return isApiProvider(provider) && provider.comparedAtOnce !== undefined
}

/** Its list names every payout of an agreement: what a restored database has lost is found among them. */
export const namesEveryPayout = ({ methods, listedKinds = [] }: BankProvider): boolean =>
  methods.every((kind) => listedKinds.includes(kind))
