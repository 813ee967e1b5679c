import type { CheckAnswer } from '../provider.ts'
import { sendPack, type DirectAccess } from './send-pack.ts'
import { callBank, parseSafely } from './exchange-call.ts'
import { explainReply, inSession } from './session.ts'
import { KINDS, probe } from './write-documents.ts'
import { childOf, textOf, type Element } from './xml.ts'

/** «Сервис не вернул настройки обмена»: a bank may keep them to itself, then the probe alone proves the agreement. */
const NO_SETTINGS = '1012'

/**
 * Proves an agreement without moving anything: the bank's own settings for this account say what it asks of a payment order, and a
 * probe goes the way of an order.
 */
export async function checkAccess(access: DirectAccess, until: AbortSignal): Promise<CheckAnswer> {
  const { payer, account } = access
  const settings = await inSession(access, until, (sid) =>
    callBank(access, 'GetSettings', {
      headers: { sid, account, inn: payer.inn, bic: payer.bik },
      until,
    }),
  )
  if (!('success' in settings)) {
    const isKept = 'error' in settings && settings.error.code === NO_SETTINGS
    if (!isKept) return { ok: false, why: explainReply(settings) }
  } else {
    const why = settingsProblem(access, settings.success)
    if (why !== undefined) return { ok: false, why }
  }
  const sent = await sendPack(access, until, probe(access).body)
  return 'success' in sent ? { ok: true } : { ok: false, why: explainReply(sent) }
}

/** What the bank asks for and this program does not do; undefined when it can be paid through. */
function settingsProblem({ customerId }: DirectAccess, answer: Element): string | undefined {
  const root = parseSafely(Buffer.from(textOf(answer, 'Data') ?? '', 'base64').toString('utf8'))
  const data = root?.name === 'Settings' ? childOf(root, 'Data') : undefined
  if (!data) return 'Банк прислал настройки обмена не по стандарту'
  const own = textOf(data, 'CustomerID')
  if (own !== undefined && own !== customerId)
    return `Идентификатор клиента в банке другой: ${own.slice(0, 50)}. Исправьте его в настройке`
  if (childOf(data, 'Logon', 'Certificate'))
    return 'Банк впускает по сертификату электронной подписи. Попросите его включить вход по логину и паролю'
  if (['true', '1'].includes(textOf(data, 'Compress') ?? ''))
    return 'Банк сжимает документы. Попросите его отключить сжатие'
  if (childOf(data, 'CryptoParameters', 'Encrypted'))
    return 'Банк шифрует документы. Попросите его отключить шифрование документов'
  const orders = data.children.find(
    ({ name, attributes }) => name === 'Document' && attributes['docKind'] === KINDS.payDocRu,
  )
  if (!orders) return 'Банк не принимает платёжные поручения по ДиректБанку'
  const rule = textOf(orders, 'Signed', 'RuleSignatures')
  // «(0)» in the standard's own example: no signature of the customer.
  return rule === undefined || rule.replaceAll(/[()0\s]/g, '') === ''
    ? undefined
    : 'Банк требует электронную подпись под поручением. Попросите его включить подтверждение в личном кабинете или по СМС'
}
