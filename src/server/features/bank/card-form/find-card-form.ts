import type { CardForm } from '#contract/bank/card-form.ts'
import type { Db } from '../../../db/handle.ts'
import { openKeys } from '../providers/open-bank.ts'
import { isApiProvider, providerOf } from '../providers/all.ts'
import { cardConfigs, type CardConfig } from '../bank-queries.ts'
import { cardFormAddress } from './card-form-page.ts'

/**
 * The form in which a card of this company is typed: that of the agreement which pays cards, when the bank has one and the agreement
 * takes no numbers; null otherwise.
 */
export async function findCardForm(db: Db): Promise<CardForm | null> {
  const [config] = await cardConfigs(db)
  return config === undefined || config.raw_card_allowed ? null : formOf(db, config)
}

/** Whether a token of this agreement's form may be kept now. */
export async function takesTokens(db: Db, configId: string): Promise<boolean> {
  const config = (await cardConfigs(db)).find(({ id }) => id === configId)
  const provider = config && providerOf(config.adapter)
  return provider !== undefined && isApiProvider(provider) && provider.cardForm !== undefined
}

function formOf(db: Db, config: CardConfig): CardForm | null {
  const provider = providerOf(config.adapter)
  if (!isApiProvider(provider) || provider.cardForm === undefined || provider.payerKey === null)
    return null
  const open = openKeys(db, provider, {
    id: config.id,
    adapter: config.adapter,
    baseUrl: config.base_url,
    credentials: config.credentials,
    account: config.account,
  })
  if (open === undefined) return null
  return {
    bank_config_id: config.id,
    bank_name: config.bank_name,
    address: cardFormAddress(
      db.services.config,
      provider.cardForm(open.address),
      open.keys[provider.payerKey] ?? '',
    ),
  }
}
