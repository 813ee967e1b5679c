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
  let warning: string | undefined
  if (!('success' in settings)) {
    const isKept = 'error' in settings && settings.error.code === NO_SETTINGS
    if (!isKept) return { ok: false, why: explainReply(settings) }
  } else {
    const data = settingsOf(settings.success)
    const why = settingsProblem(data)
    if (why !== undefined) return { ok: false, why }
    warning = customerWarning(access, data)
  }
  const sent = await sendPack(access, until, probe(access).body)
  if (!('success' in sent)) return { ok: false, why: explainReply(sent) }
  return warning === undefined ? { ok: true } : { ok: true, warning }
}

function settingsOf(answer: Element): Element | undefined {
  const root = parseSafely(Buffer.from(textOf(answer, 'Data') ?? '', 'base64').toString('utf8'))
  return root?.name === 'Settings' ? childOf(root, 'Data') : undefined
}

/** Some banks name another customer with each call: that the probe is taken proves the one of the agreement. */
function customerWarning(
  { customerId }: DirectAccess,
  data: Element | undefined,
): string | undefined {
  const own = data && textOf(data, 'CustomerID')
  return own === undefined || own === customerId
    ? undefined
    : `Банк назвал другой идентификатор клиента, ${own.slice(0, 50)}, но пробный запрос с нашим принял`
}

/** What the bank asks for and this program does not do; undefined when it can be paid through. */
function settingsProblem(data: Element | undefined): string | undefined {
  if (!data) return 'Банк прислал настройки обмена не по стандарту'
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
