import type { Provider, ProviderField } from '#contract/bank/bank-set-up.ts'
import type { Db } from '../../../db/handle.ts'
import { addressesOf } from './address.ts'
import { bankProviders, isApiProvider, type AnyProvider } from './all.ts'
import { fieldsOf } from './provider.ts'

/** bank/superGetProviders: what a form of banks and agreements is drawn from. */
export function describeProviders(db: Db): Promise<Provider[]> {
  return Promise.resolve(bankProviders.map((provider) => describeProvider(db, provider)))
}

/** One provider as the screens know it. */
export function describeProvider(db: Db, provider: AnyProvider): Provider {
  return {
    code: provider.code,
    title: provider.title,
    training: provider.training,
    by_file: provider.byFile,
    methods: [...provider.methods],
    payer_account: provider.payerAccount,
    own_address: provider.ownAddress === true,
    bik: provider.bik ?? null,
    addresses: [...addressesOf(db, provider.code)],
    fields: fieldCards(provider),
    limits: provider.limits,
  }
}

/** Nothing is needed of a simulator that opens with public keys. */
function fieldCards(provider: AnyProvider): ProviderField[] {
  const opensAlone = isApiProvider(provider) && provider.publicKeys !== undefined
  return fieldsOf(provider.fields).map(([name, { label, kind, hint, optional, choices }]) => ({
    name,
    label,
    kind,
    hint: hint ?? null,
    needed: !optional && !opensAlone,
    choices: [...(choices ?? [])],
  }))
}
