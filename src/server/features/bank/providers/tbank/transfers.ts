import { X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import type { ClientCertificate } from '../../../../outbound/open-connection.ts'
import { bankCall, noAnswer, type Reply } from '../bank-call.ts'
import { amountText } from '../bank-text.ts'
import type { BankClient, CheckAnswer, PayoutOrder, ReadAnswer } from '../provider.ts'
import { answerOfSend, answerOfStatus } from './answers.ts'

export interface TransferAccess {
  readonly address: string
  /** Where statements are asked for. */
  readonly statements: string
  readonly token: string
  /** None for the simulator, which listens without TLS. */
  readonly certificate?: ClientCertificate
  readonly account: string
}

// No payment has it: asking about it proves token, certificate and right without moving anything.
const NO_PAYMENT = '00000000-0000-4000-8000-000000000000'

/** A client of the dialect of T-API; it repeats nothing by itself. */
export function openTransfers(access: TransferAccess): BankClient {
  const { address, token, certificate } = access
  const wrong = certificate && certificateProblem(certificate)
  const bodyOf = (order: PayoutOrder) => orderBody(order, access.account)
  const call = async (
    path: string,
    read: (reply: Exclude<Reply, { failed: unknown }>) => ReadAnswer,
    body?: string,
  ): Promise<ReadAnswer> => {
    // Said before anything is sent: with such a certificate the bank could not be spoken to at all.
    if (wrong) return { outcome: 'config', payouts: [], errorCode: 'bad_certificate' }
    const reply = await bankCall(`${address}${path}`, requestOf(access, body))
    return 'failed' in reply ? noAnswer(reply.failed, reply.why) : read(reply)
  }
  const ask = (id: string) =>
    call(`/api/v1/payment/${encodeURIComponent(id)}`, (reply) => answerOfStatus(reply, id))
  return {
    bodyOf,
    send: (order) =>
      call(
        '/api/v1/payment/ruble-transfer/pay',
        (reply) => answerOfSend(reply, order.id),
        bodyOf(order),
      ),
    status: ask,
    // The bank knows a payment by our own id alone, so finding it and asking about it is one call.
    find: ask,
    async check() {
      if (wrong) return { ok: false, why: wrong }
      return checkOf(await ask(NO_PAYMENT)) ?? (await checkAccount(access, token))
    },
  }
}

/** Why the bank cannot be spoken to with this certificate; undefined when it can. */
function certificateProblem({ cert, key }: ClientCertificate): string | undefined {
  try {
    const { validToDate } = new X509Certificate(cert)
    // Refuses a key that belongs to another certificate.
    createSecureContext({ cert, key })
    if (validToDate.getTime() > Date.now()) return undefined
    const day = validToDate.toISOString().slice(0, 10).split('-').toReversed().join('.')
    return `Срок сертификата истёк ${day}`
  } catch {
    return 'Сертификат и ключ не читаются или не подходят друг к другу'
  }
}

function requestOf({ token, certificate }: TransferAccess, body?: string) {
  return {
    method: body === undefined ? ('GET' as const) : ('POST' as const),
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(certificate && { certificate }),
    ...(body !== undefined && { body }),
  }
}

/** The sum is a JSON number, so it is written into the text: no fraction is ever computed. */
function orderBody(order: PayoutOrder, payerAccount: string): string {
  const { destination: to, documentNumber, revenueTypeCode } = order
  if (to.kind !== 'account') throw new Error('a payment order goes to an account')
  const text = JSON.stringify({
    id: order.id,
    from: { accountNumber: payerAccount },
    to: {
      name: to.name,
      inn: to.inn,
      kpp: to.kpp,
      bik: to.bik,
      bankName: to.bank_name,
      corrAccountNumber: to.corr_account,
      accountNumber: to.account,
    },
    purpose: order.purpose,
    ...(documentNumber !== null && { documentNumber }),
    executionOrder: 5,
    ...(revenueTypeCode !== null && { revenueTypeCode }),
    meta: { paymentId: order.id },
  })
  return `${text.slice(0, -1)},"amount":${amountText(order.amountKop)}}`
}

/** Why the harmless question was not answered as it should be; undefined when it was. */
function checkOf({ outcome, httpStatus, errorCode }: ReadAnswer): CheckAnswer | undefined {
  if (outcome === 'not_found') return undefined
  if (outcome === 'config')
    return { ok: false, why: `Банк не принял токен или сертификат (ответ ${httpStatus})` }
  if (outcome === 'throttled') return { ok: false, why: 'Банк просит подождать' }
  if (httpStatus !== undefined) return { ok: false, why: `Банк ответил ошибкой ${httpStatus}` }
  return {
    ok: false,
    why: errorCode?.includes('_SSL_')
      ? `Банк не принял сертификат (${errorCode})`
      : `Банк не отвечает (${errorCode})`,
  }
}

/** Whether the token opens this very account: its statement of a day is asked for, and not read. */
async function checkAccount(
  { statements, account }: TransferAccess,
  token: string,
): Promise<CheckAnswer> {
  const query = new URLSearchParams({ accountNumber: account, limit: '1' })
  const reply = await bankCall(`${statements}/api/v1/statement?${query.toString()}`, {
    method: 'GET',
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
  })
  if ('failed' in reply) return { ok: false, why: `Банк не отвечает (${reply.why})` }
  const { status } = reply
  if (status === 401 || status === 403)
    return { ok: false, why: `Токен не даёт права на выписку по счёту (ответ ${status})` }
  if (status === 400 || status === 422)
    return { ok: false, why: 'Банк не знает счёта, с которого платят' }
  return status === 200 ? { ok: true } : { ok: false, why: `Банк ответил ошибкой ${status}` }
}
