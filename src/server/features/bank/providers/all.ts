import { describeProvider, type ProviderCode } from '#contract/bank/bank-providers.ts'
import type { Config } from '../../../config.ts'
import { directbank } from './directbank/directbank.ts'
import type { FileProvider } from './file-provider.ts'
import { file1c } from './file-1c/file-1c.ts'
import { fileIso20022 } from './file-iso20022/file-iso20022.ts'
import type { BankProvider, PlannedProvider, Reasons } from './provider.ts'
import { sandbox } from './sandbox/sandbox.ts'
import { tbank } from './tbank/tbank.ts'
import { yookassa } from './yookassa/yookassa.ts'

/** Every provider, one line each. */
const providers: Record<ProviderCode, BankProvider | PlannedProvider> = {
  sandbox,
  yookassa,
  tbank,
  directbank,
  file_1c: file1c,
  file_iso20022: fileIso20022,
}

export const bankProviders = Object.values(providers)

/** Providers that are built; an agreement with another one takes no payments. */
export const builtProviders = bankProviders.filter(isBuilt)

/** Agreements with these take payments. */
export const payingCodes = bankProviders
  .filter((provider) => isBuilt(provider) || isFileProvider(provider))
  .map(({ code }) => code)

/** Paid by a file that a person brings to the bank: nothing is asked over the network. */
function isFileProvider(provider: BankProvider | PlannedProvider): provider is FileProvider {
  return 'writeOrders' in provider
}

/** The provider of a bank when it is one of files. */
export function fileProviderOf(adapter: string): FileProvider | undefined {
  const provider = providerOf(adapter)
  return isFileProvider(provider) ? provider : undefined
}

export function isBuilt(provider: BankProvider | PlannedProvider): provider is BankProvider {
  return 'open' in provider
}

/** The provider of a bank; `adapter` is its stored code. */
export function providerOf(adapter: string): BankProvider | PlannedProvider {
  return providers[describeProvider(adapter).code]
}

/** Where notifications of a provider come from; empty where it sends none that could be held to an address. */
export function notifiersOf(
  adapter: string,
  installation: Pick<Config, 'sandboxUrl'>,
): readonly string[] {
  const provider = providerOf(adapter)
  return (isBuilt(provider) && provider.notifiers?.(installation)) || []
}

/** The words for a provider's codes. */
export function reasonsOf(adapter: string): Reasons {
  const provider = providerOf(adapter)
  return isBuilt(provider) || isFileProvider(provider) ? provider.reasons : {}
}

/** The bank says at once whether it knows a payment; of any other its statements, or a person in its cabinet, tell. */
export function isAskable(adapter: string): boolean {
  const provider = providerOf(adapter)
  return isBuilt(provider) && provider.comparedAtOnce !== undefined
}
