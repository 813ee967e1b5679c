import { describeProvider } from '#contract/bank/bank-providers.ts'
import type { MethodKind } from '#contract/bank/method-kinds.ts'
import { refuse } from '#http/refusal.ts'
import type { Db } from '../../../../db/handle.ts'
import { configById, defaultConfig, stopSentence, type ConfigRow } from './party-queries.ts'

export interface ConfigChoice {
  /** Undefined: the default of the kind. */
  readonly configId: string | undefined
  readonly isTest?: boolean | undefined
  /** Of a card that only one agreement's bank knows. */
  readonly cardConfigId?: string | null
  /** Path of the row in the body, for messages at fields. */
  readonly at: string
}

/** The chosen or the default configuration that may pay this kind today. */
export async function openConfig(
  db: Db,
  { configId: chosen, isTest, cardConfigId, at }: ConfigChoice,
  kind: MethodKind,
): Promise<ConfigRow> {
  if (chosen && cardConfigId && chosen !== cardConfigId) refuse('payment.card-of-other-bank')
  const configId = chosen ?? cardConfigId ?? undefined
  const config = configId ? await configById(db, configId) : await defaultConfig(db, kind)
  if (!config && configId) return refuse('common.not-found')
  const pays = config && describeProvider(config.adapter).methods.includes(kind)
  const open = config?.status === 'active' || (isTest && config?.status === 'testing')
  if (!config || !pays || !open || config.bank_status !== 'active')
    return refuse('payment.no-bank-config', {
      ...(await toldStop(db, configId, kind)),
      fields: { [`${at}.bank_config_id`]: 'Нет действующего счёта в банке для этого способа' },
    })
  if (config.circuit === 'stopped') refuse('bank.stopped', await toldStop(db, config.id, kind))
  return config
}

/** The words in which the super administrator or the bank stopped it, for whoever wanted to pay. */
async function toldStop(db: Db, configId: string | undefined, kind: MethodKind) {
  const message = await stopSentence(db, { configId, kind })
  return message === undefined ? {} : { message }
}
