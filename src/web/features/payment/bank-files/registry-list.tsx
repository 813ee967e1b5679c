import { Button } from '@mantine/core'
import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from '#web/router/hooks.ts'
import { Link } from '#web/router/link.tsx'
import { sumMeanings } from '#contract/core/sum-meanings.ts'
import { payment } from '#contract/payment/payment.ts'
import {
  paymentRegistry,
  registryMeanings,
  type PaymentRegistry,
} from '#contract/payment/registry.ts'
import { CallError } from '#web/state/call-error.ts'
import { send } from '#web/api/send.ts'
import { refresh, useCall } from '#web/api/use-call.ts'
import { useMay } from '#web/api/use-may.ts'
import { useSend } from '#web/api/use-send.ts'
import { paths, to } from '#contract/screen-paths.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { dateTime, money, plural } from '#web/ui/format.ts'
import { ActionButton } from '#web/ui/layout/action-button.tsx'
import stacked from '#web/ui/layout/stacked.module.css'
import { PdfButton } from '#web/ui/print/pdf-button.tsx'
import { printRecord } from '#web/ui/print/print-record.ts'
import { saveBlob } from '#web/ui/print/save-blob.ts'
import wide from '#web/ui/layout/wide-table.module.css'
import styles from './bank-files.module.css'
import { Pager } from '#web/ui/layout/pager.tsx'

const PAGE = 50

/** Registries, the latest first: what was handed over, its file for the bank, and what became of it. */
export function RegistryList() {
  const [address, setAddress] = useSearchParams()
  const isWaiting = address.has('waiting')
  const [offset, setOffset] = useState(0)
  const waits = isWaiting && { waits_for_file: true }
  const list = useCall(
    paymentRegistry.getRegistries,
    { query: { filter: { limit: PAGE, offset, ...waits } } },
    { keepPrevious: true },
  )
  if (list.error) throw list.error
  if (!list.data) return <Waiting />
  const { items, total } = list.data
  if (total === 0 && !isWaiting)
    return (
      <p className={styles['empty']}>
        Здесь появятся реестры: выплаты, переданные банку одним разом. Для выплат на счёт отсюда
        скачивают файл для банка.
      </p>
    )
  return (
    <div className={styles['stack']}>
      <div className={styles['buttons']} role="group" aria-label="Какие реестры">
        {[false, true].map((waiting) => (
          <Button
            key={String(waiting)}
            size="compact-sm"
            variant={waiting === isWaiting ? 'filled' : 'default'}
            aria-pressed={waiting === isWaiting}
            onClick={() => {
              setAddress({ tab: 'registries', ...(waiting && { waiting: '' }) }, { replace: true })
              setOffset(0)
            }}
          >
            {waiting ? 'Ждут скачивания' : 'Все'}
          </Button>
        ))}
      </div>
      {total === 0 && <p className={styles['empty']}>Все файлы скачаны.</p>}
      <div className={wide['scroll']} tabIndex={0} role="region" aria-label="Реестры">
        <table className={`${wide['table']} ${stacked['stacked']}`}>
          <thead>
            <tr>
              <th scope="col">Реестр</th>
              <th scope="col">Передан</th>
              <th scope="col">Банк</th>
              <th scope="col" data-end>
                Выплат
              </th>
              <th scope="col" data-end title={sumMeanings[registryMeanings.total_kop]}>
                Сумма
              </th>
              <th scope="col">Состояние</th>
              <th scope="col">Файл и печать</th>
            </tr>
          </thead>
          <tbody>
            {items.map((row) => (
              <RegistryRow key={row.id} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      <Pager total={total} size={PAGE} offset={offset} go={setOffset} words={['Позже', 'Раньше']} />
    </div>
  )
}

function RegistryRow({ row }: { row: PaymentRegistry }) {
  return (
    <tr>
      <td data-whole>
        <Link to={`${paths.payments}?registry=${row.id}`}>{row.number}</Link>
      </td>
      <td data-label="Передан">
        {dateTime(row.created_at)}
        {row.created_by_name && <small>{row.created_by_name}</small>}
      </td>
      <td data-label="Банк">
        {row.bank_config_title}
        <small>{row.bank_name}</small>
      </td>
      <td data-end data-label="Выплат">
        {row.payment_count}
      </td>
      <td data-end data-label="Сумма">
        {money(row.total_kop)}
        {row.by_file && row.file_kop !== row.total_kop && (
          <small title={sumMeanings[registryMeanings.file_kop]}>
            в файле {money(row.file_kop)}
          </small>
        )}
      </td>
      <td>
        <StatusBadge kind="payment_registry" status={row.status} />
      </td>
      <td data-whole>
        <div className={styles['papers']}>
          {row.by_file && <FileOfRegistry row={row} />}
          <PaperOfRegistry row={row} />
        </div>
      </td>
    </tr>
  )
}

/** The register to be signed; it is printed without leaving the list. */
function PaperOfRegistry({ row: { id, number } }: { row: PaymentRegistry }) {
  const pdf = useSend(paymentRegistry.getRegistryPdf)
  return (
    <span className={styles['pair']}>
      <Button
        variant="default"
        leftSection={<Printer size={16} aria-hidden />}
        title={`Реестр выплат № ${number}`}
        onClick={() => void printRecord(to(paths.printRegistry, { registryId: id }))}
      >
        Печать
      </Button>
      <PdfButton
        title={`Реестр выплат № ${number}`}
        read={() => pdf.send({ query: { registryId: id } })}
      />
    </span>
  )
}

const OVER = 'Выплаты из файла исполнены, отклонены или отозваны: банк заплатил бы второй раз'

function FileOfRegistry({ row }: { row: PaymentRegistry }) {
  const [busy, setBusy] = useState(false)
  const isCopy = row.download_count > 0
  const may = useMay('report.export')
  const run = async () => {
    setBusy(true)
    await takeFile(row)
    setBusy(false)
  }
  return (
    <span className={styles['file']}>
      {may && (
        <ActionButton
          variant={isCopy ? 'default' : 'filled'}
          loading={busy}
          leftSection={<Download size={16} aria-hidden />}
          disabledReason={row.file_ready ? undefined : OVER}
          onClick={() => void run()}
        >
          {isCopy ? 'Копия файла' : 'Файл для банка'}
        </ActionButton>
      )}
      <small>
        {isCopy
          ? `Скачан ${plural(row.download_count, 'раз', 'раза', 'раз')}: ${dateTime(row.downloaded_at)}, ${row.downloaded_by_name ?? '—'}`
          : `Ещё не скачан: банк о выплатах не знает${row.file_by === null ? '' : `. Скачивает ${row.file_by}`}`}
      </small>
    </span>
  )
}

/** The first file makes its payments sent; a copy is asked about, since a bank may take it for new orders. */
async function takeFile(row: PaymentRegistry): Promise<void> {
  const isCopy = row.download_count > 0
  if (isCopy && !(await confirmCopy(row))) return
  try {
    const blob = await send(
      paymentRegistry.getRegistryFile,
      { query: { registryId: row.id, expected_total_kop: row.file_kop } },
      { quiet: true },
    )
    const format = blob.type.startsWith('application/xml') ? 'pain001' : '1c_to_kl'
    saveBlob(blob, `${format}_${row.number}${isCopy ? `_копия_${row.download_count}` : ''}`)
    toast.success(isCopy ? 'Скачана копия файла' : 'Файл скачан. Загрузите его в банк')
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    await ask.error({ title: 'Файл не выдан', error, outcome: 'Выплаты остались как были.' })
  }
  await refresh([paymentRegistry.getRegistries, payment.getAll, payment.get])
}

function confirmCopy(row: PaymentRegistry): Promise<boolean | undefined> {
  return ask.confirm({
    title: `Скачать копию файла ${row.number}?`,
    text: 'Файл уже скачивали. Если его загрузили в банк, копию загружать нельзя: банк может заплатить второй раз.',
    main: 'Скачать копию',
    facts: [
      { label: 'Выплат', value: row.payment_count },
      { label: 'Сумма файла', value: money(row.file_kop) },
      {
        label: 'Скачан',
        value: `${dateTime(row.downloaded_at)}, ${row.downloaded_by_name ?? '—'}`,
      },
    ],
  })
}
