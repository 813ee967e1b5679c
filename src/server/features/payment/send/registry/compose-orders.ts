import type { FileEncoding } from '#contract/bank/bank-providers.ts'
import { refuse } from '#http/refusal.ts'
import type { Db } from '../../../../db/handle.ts'
import { decryptKeys } from '../../../bank/config-values.ts'
import type { BikBank } from '#contract/bank/bik-directory.ts'
import { bankByBik } from '../../../bank/bik/find-bik.ts'
import { fileProviderOf } from '../../../bank/providers/all.ts'
import type {
  FileProvider,
  OrderFile,
  OrderParty,
  PaymentOrder,
} from '../../../bank/providers/file-provider.ts'
import { orderRows, payerRow, type OrderRow, type PayerRow } from './order-queries.ts'

/** The parts of an agreement that its file is made with; undefined where its provider is called. */
export interface FileLink {
  readonly provider: FileProvider
  readonly payer: OrderParty
  readonly row: PayerRow
  readonly encoding: FileEncoding
  readonly settings: OrderFile['settings']
  /** Banks by their БИК, each looked up once; one that the directory does not know keeps the name that it had first. */
  readonly bankOf: (bik: string, name: string | null) => Promise<NamedBank>
}

interface NamedBank extends Pick<BikBank, 'name'> {
  readonly place: string | null
  readonly corr_account: string | null
}

export async function fileLinkOf(db: Db, configId: string): Promise<FileLink | undefined> {
  const row = await payerRow(db, configId)
  const provider = row && fileProviderOf(row.adapter)
  if (!row || !provider) return undefined
  const settings = decryptKeys(db, row.config_id, row.credentials) ?? {}
  const { payer, bankOf } = await payerOf(db, row)
  return { provider, payer, row, encoding: provider.encodingOf(settings), settings, bankOf }
}

type Payer = Pick<FileLink, 'payer' | 'row' | 'bankOf'>

/** Who pays through an agreement of any provider, with a directory of banks. */
async function payerOf(db: Db, row: PayerRow): Promise<Payer> {
  const known = new Map<string, Promise<NamedBank>>()
  const find = async (bik: string, name: string | null): Promise<NamedBank> =>
    (await bankByBik(db, bik)).bank ?? { name: name ?? '', place: null, corr_account: null }
  const bankOf = (bik: string, name: string | null) => {
    const found = known.get(bik) ?? find(bik, name)
    known.set(bik, found)
    return found
  }
  const bank = await bankOf(row.bik ?? '', row.bank_name)
  const payer: OrderParty = {
    name: row.name,
    inn: row.inn,
    kpp: row.kpp,
    account: row.account ?? '',
    bik: row.bik ?? '',
    bankName: bank.name,
    bankPlace: bank.place,
    corrAccount: bank.corr_account,
  }
  return { payer, row, bankOf }
}

/** Why payments cannot be written into the file, by their ids: told before they are handed over. */
export async function orderProblems(
  db: Db,
  link: FileLink,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const problems = new Map<string, string>()
  for (const row of await orderRows(db, ids)) {
    const order = await orderOf(link, row)
    const problem = link.provider.orderProblem(link.payer, order, link.encoding)
    if (problem) problems.set(row.id, problem)
  }
  return problems
}

/** The bytes of a registry's file; refuses where a payment stopped fitting since it was handed over. */
export async function composeFile(
  db: Db,
  link: FileLink,
  registryId: string,
  ids: readonly string[],
): Promise<Buffer> {
  const rows = await orderRows(db, ids)
  if (rows.some((row) => !row.same_payee)) refuse('payment.method-changed')
  const orders: PaymentOrder[] = []
  for (const row of rows) {
    const order = await orderOf(link, row)
    const problem = link.provider.orderProblem(link.payer, order, link.encoding)
    if (problem)
      refuse('payment.file-unfit', { message: `Поручение № ${order.number}. ${problem}` })
    orders.push(order)
  }
  const file: OrderFile = {
    payer: link.payer,
    madeOn: link.row.today,
    madeAt: link.row.time,
    encoding: link.encoding,
    orders,
    messageId: registryId.replaceAll('-', ''),
    settings: link.settings,
  }
  return link.provider.writeOrders(file)
}

/**
 * The order as a person would type it into the bank's own application; undefined where no file pays it or its payee has changed
 * since.
 */
export async function orderByHand(
  db: Db,
  configId: string,
  id: string,
): Promise<PaymentOrder | undefined> {
  const link = await fileLinkOf(db, configId)
  const [row] = await orderRows(db, [id])
  return link && row?.same_payee ? orderOf(link, row) : undefined
}

/** Orders to accounts as they are printed, whatever way they go to the bank; without those whose payee has changed since. */
export async function ordersOnPaper(
  db: Db,
  configId: string,
  ids: readonly string[],
): Promise<{ payer: OrderParty; orders: PaymentOrder[] }> {
  const found = await payerRow(db, configId)
  const rows = await orderRows(db, ids)
  const payer = await payerOf(db, found!)
  const orders: PaymentOrder[] = []
  for (const row of rows)
    if (row.same_payee && row.account !== null) orders.push(await orderOf(payer, row))
  return { payer: payer.payer, orders }
}

/** A payment not handed over yet has no number and date: those of the file stand for them. */
async function orderOf(link: Payer, row: OrderRow): Promise<PaymentOrder> {
  const bank = await link.bankOf(row.bik ?? '', row.bank_name)
  return {
    id: row.id,
    number: row.document_number ?? 1,
    date: row.document_date ?? link.row.today,
    amountKop: row.amount_kop,
    purpose: row.purpose,
    incomeCode: row.revenue_type_code,
    payee: {
      name: row.holder_name ?? '',
      // The number of somebody else would fail the bank's check of the payee.
      inn: row.is_own ? row.inn : null,
      kpp: row.is_own ? row.kpp : null,
      account: row.account ?? '',
      bik: row.bik ?? '',
      bankName: bank.name,
      bankPlace: bank.place,
      corrAccount: row.corr_account ?? bank.corr_account,
    },
  }
}
