import { createHash } from 'node:crypto'
import type { CallInput } from '#contract/core/call.ts'
import type { paymentRegistry } from '#contract/payment/registry.ts'
import { disposition } from '#http/disposition.ts'
import { refuse } from '#http/refusal.ts'
import type { RawAnswer } from '#http/serve.ts'
import { DamagedRecord } from '../../../../damage/damaged-record.ts'
import { addAuditEvent } from '../../../../db/audit.ts'
import { inTransaction, type Db, type Tx } from '../../../../db/handle.ts'
import { assertExpectedSum } from '../../../../expected-sum.ts'
import { askTaxServiceAhead } from '../../../supplier/npd/check-npd.ts'
import { namesOf } from '../../../supplier/record/present-supplier.ts'
import { checkTaxStatus, keepNpdWords } from '../../prepare/npd/npd-rule.ts'
import { followRegistry, lockPayments, setPayment } from '../../payment-queries.ts'
import { doubtsOfActs } from '../../doubt-queries.ts'
import { fileHeldWords } from '../../doubt-words.ts'
import { composeFile, fileLinkOf } from './compose-orders.ts'
import {
  findRegistry,
  lockRegistry,
  paymentIdsOf,
  storeDownload,
  waitingPayeesOf,
} from './order-queries.ts'

type LockedPayment = Awaited<ReturnType<typeof lockPayments>>[number]
type LockedRegistry = NonNullable<Awaited<ReturnType<typeof lockRegistry>>>

/**
 * payment/getRegistryFile: the first reading writes the file and makes its payments sent; every later one is a copy of the same
 * bytes, and only while nothing has become of the payments: a copy of what was paid or withdrawn could pay twice (payments.md 4.4).
 */
export async function getRegistryFile(
  db: Db,
  { query }: CallInput<typeof paymentRegistry.getRegistryFile>,
): Promise<RawAnswer> {
  const found = await findRegistry(db, query.registryId)
  if (found && found.format !== 'api')
    await askTaxServiceAhead(db, await waitingPayeesOf(db, found.id))
  return inTransaction(db, async (tx) => {
    if (!found) return refuse('common.not-found')
    if (found.format === 'api') return refuse('payment.no-file')
    // Payments before their registry: the one order of locks (payments.md 2).
    const payments = await lockPayments(tx, await paymentIdsOf(tx, found.id))
    const registry = (await lockRegistry(tx, found.id))!
    const link = (await fileLinkOf(tx, registry.bank_config_id)) ?? refuse('payment.no-file')
    const filePayments = payments.filter(({ status, first_sent_at }) =>
      // Those that were withdrawn before the first reading never stood in the file.
      registry.file_bytes ? first_sent_at !== null : status === 'registering',
    )
    assertExpectedSum(query.expected_total_kop, sumOf(filePayments))
    const bytes = registry.file_bytes
      ? await copyOf(tx, registry, filePayments)
      : await firstFile(tx, registry, filePayments)
    const copy = registry.download_count
    await followRegistry(tx, registry.id)
    addAuditEvent(tx, {
      action: copy === 0 ? 'payment_registry.file' : 'payment_registry.copy',
      entity: 'payment_registry',
      id: registry.id,
      after: { number: registry.number, payments: filePayments.length, copy },
    })
    const { provider, encoding } = link
    const [name, ending] = provider.fileName(registry.number)
    return {
      type: `${provider.mediaType}; charset=${encoding}`,
      body: bytes,
      headers: {
        'content-disposition': disposition(
          'attachment',
          copy === 0 ? `${name}.${ending}` : `${name}_копия_${copy}.${ending}`,
        ),
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
    }
  })
}

const sumOf = (payments: readonly LockedPayment[]) =>
  payments.reduce((sum, { amount_kop }) => sum + amount_kop, 0)

async function firstFile(
  tx: Tx,
  registry: LockedRegistry,
  going: readonly LockedPayment[],
): Promise<Buffer> {
  if (going.length === 0) refuse('payment.file-over')
  const ids = going.map(({ id }) => id)
  const doubts = await doubtsOfActs(tx, ids)
  if (doubts.length > 0) refuse('payment.may-be-paid', { message: fileHeldWords(doubts) })
  await assertTaxStatus(tx, going)
  const link = (await fileLinkOf(tx, registry.bank_config_id))!
  const bytes = await composeFile(tx, link, registry.id, ids)
  await storeDownload(tx, registry.id, {
    bytes,
    sha256: createHash('sha256').update(bytes).digest(),
  })
  for (const { id } of going) {
    await setPayment(tx, id, {
      status: 'registered',
      status_source: 'bank_file',
      first_sent_at: new Date().toISOString(),
      bank_status: 'Выгружена в файл',
      updated_by: tx.caller.userId,
      nextInSeconds: null,
    })
    addAuditEvent(tx, {
      action: 'payment.registered',
      entity: 'payment',
      id,
      before: { status: 'registering' },
      after: { status: 'registered', registry: registry.number },
    })
  }
  return bytes
}

/** Money of a file goes on the day when it is given, which may be another than that of handing over (payments.md 3.16). */
async function assertTaxStatus(tx: Tx, going: readonly LockedPayment[]): Promise<void> {
  const { unpayable, words } = await checkTaxStatus(tx, going)
  const first = going.find(({ id }) => unpayable.has(id))
  if (first) {
    const [name] = await namesOf(tx, [first.supplier_id])
    const { code, message } = unpayable.get(first.id)!
    refuse(code, { message: `${name!}: ${message}. Или отзовите эту выплату: файл будет без неё` })
  }
  await keepNpdWords(
    tx,
    going.map(({ id }) => id),
    words,
  )
}

async function copyOf(
  tx: Tx,
  registry: LockedRegistry,
  written: readonly LockedPayment[],
): Promise<Buffer> {
  if (written.some(({ status }) => status !== 'registered')) refuse('payment.file-over')
  const bytes = wholeFile(registry)
  await storeDownload(tx, registry.id, undefined)
  return bytes
}

/** A file that was changed past the product would pay whom nobody approved. */
function wholeFile({ id, file_bytes, file_sha256 }: LockedRegistry): Buffer {
  const found = createHash('sha256').update(file_bytes!).digest('hex')
  const recorded = file_sha256?.toString('hex')
  if (found === recorded) return file_bytes!
  const damage = { entity: 'payment_registry', id, part: 'payment_file', found } as const
  throw new DamagedRecord({ ...damage, ...(recorded && { recorded }) })
}
