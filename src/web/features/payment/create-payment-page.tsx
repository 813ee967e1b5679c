import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from '#web/router/hooks.ts'
import { Link } from '#web/router/link.tsx'
import { act } from '#contract/act/act.ts'
import { payment } from '#contract/payment/payment.ts'
import { listMeanings } from '#contract/core/sum-meanings.ts'
import { useCall } from '#web/api/use-call.ts'
import { paths, to } from '#contract/screen-paths.ts'
import { day, kg, money, plural } from '#web/ui/format.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { focusIfFree } from '#web/ui/keyboard/layer-focus.ts'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { Panel } from '#web/ui/layout/tile.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { payableSuppliers, type PayableSupplier } from './pay/payable-suppliers.ts'
import stacked from '#web/ui/layout/stacked.module.css'
import wide from '#web/ui/layout/wide-table.module.css'
import tables from './payment-table.module.css'
import styles from './payment.module.css'

/** More payable acts than this are found by searching. */
const MAX_ACTS = 200
const PAUSE_MS = 200

const detailsOf = (supplierId: string) => to(paths.createPaymentDetails, { supplierId })

const PayDay = lazyPart(async () => (await import('./pay-day/pay-day.tsx')).PayDay)

/** Whom to pay, one supplier at a time; `?day` pays all unpaid acts of days at once. */
export function Component() {
  return useSearchParams()[0].has('day') ? <PayDay /> : <WhomToPay />
}

/** Payable acts by supplier, and those who were paid lately. */
function WhomToPay() {
  const navigate = useNavigate()
  const [words, setWords] = useState('')
  const [search] = useDebouncedValue(words.trim(), PAUSE_MS)
  const found = useWhomToPay(search)
  const first = found.suppliers?.[0]
  const go = (supplier: PayableSupplier | undefined) => supplier && navigate(detailsOf(supplier.id))
  useKeys([{ hotkey: 'main', label: 'К выплате', run: () => go(focusedOf(found) ?? first) }])
  if (found.error) throw found.error
  return (
    <Page
      title="Кому заплатить"
      actions={
        <Button component={Link} to={`${paths.createPayment}?day`} variant="default">
          Оплатить день
        </Button>
      }
    >
      <div className={styles['search']}>
        <TextInput
          type="search"
          aria-label="Поставщик или номер акта"
          placeholder="Поставщик или номер акта"
          leftSection={<Search size={16} aria-hidden />}
          data-autofocus
          ref={focusIfFree}
          maxLength={100}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && !event.ctrlKey && go(first)}
        />
        <span className={styles['dimmed']} role="status" title={listMeanings.payable}>
          {found.suppliers && summary(found.suppliers, found.payable_kop)}
        </span>
      </div>
      {found.suppliers ? (
        <PayableActs suppliers={found.suppliers} searched={search !== ''} />
      ) : (
        <Waiting />
      )}
      {found.more && (
        <p className={styles['dimmed']}>Показаны первые {MAX_ACTS} актов. Уточните поиск.</p>
      )}
      {/* Last on the page: otherwise acts that load later would push it away. */}
      {found.suppliers && <PaidLately />}
    </Page>
  )
}

function useWhomToPay(search: string) {
  const acts = useCall(
    act.getAll,
    {
      query: {
        filter: {
          status: ['issued', 'signed'],
          payment_state: ['unpaid', 'planned', 'partial'],
          limit: MAX_ACTS,
          sort: [
            ['supplier_name', 'asc'],
            ['date', 'asc'],
          ],
          ...(search && { search }),
        },
      },
    },
    { keepPrevious: true },
  )
  const attention = useCall(
    payment.getAll,
    { query: { filter: { attention: true, limit: 100, with: ['rows'] } } },
    { quiet: true },
  )
  return {
    // Payments that need attention put their supplier on top; they are loaded first, otherwise the rows would change places.
    suppliers:
      acts.data && !attention.loading
        ? payableSuppliers(acts.data.items, attention.data?.items ?? [])
        : undefined,
    /** The server's sum over all acts found, including those not shown; undefined when they are too many to add up. */
    payable_kop: (acts.data?.totals as { payable_kop?: number } | undefined)?.payable_kop,
    more: (acts.data?.total ?? 0) > MAX_ACTS,
    error: acts.error,
  }
}

function summary(suppliers: PayableSupplier[], payableKop: number | undefined): string {
  if (suppliers.length === 0) return ''
  const found = plural(suppliers.length, 'поставщик', 'поставщика', 'поставщиков')
  return payableKop === undefined ? found : `${found}, к выплате ${money(payableKop)}`
}

function focusedOf({ suppliers }: { suppliers: PayableSupplier[] | undefined }) {
  const id = (document.activeElement as HTMLElement | null)?.dataset['supplier']
  return suppliers?.find((supplier) => supplier.id === id)
}

function PayableActs({ suppliers, searched }: { suppliers: PayableSupplier[]; searched: boolean }) {
  if (suppliers.length === 0)
    return (
      <Panel title={searched ? 'Ничего не найдено' : 'Платить некому'}>
        <p>
          {searched
            ? 'Среди актов с остатком к выплате такого поставщика или номера нет.'
            : 'Все выписанные акты оплачены. Здесь появятся акты с остатком к выплате.'}
        </p>
      </Panel>
    )
  return (
    <table className={`${wide['frame']} ${tables['table']} ${stacked['stacked']}`}>
      <thead>
        <tr>
          <th scope="col">Акт</th>
          <th scope="col">Дата</th>
          <th scope="col">Товар</th>
          <th scope="col" data-end>
            Нетто
          </th>
          <th scope="col" data-end>
            Сумма
          </th>
          <th scope="col" data-end>
            Оплачено
          </th>
          <th scope="col" data-end>
            Осталось
          </th>
          <th scope="col" aria-label="Действие" />
        </tr>
      </thead>
      {suppliers.map((supplier) => (
        <SupplierActs key={supplier.id} supplier={supplier} />
      ))}
    </table>
  )
}

function SupplierActs({ supplier }: { supplier: PayableSupplier }) {
  const [unclear] = supplier.attention
  return (
    <tbody>
      <tr data-group>
        <td colSpan={6}>
          <span className={styles['head']}>
            {supplier.name}
            {unclear && (
              <Link to={`${paths.payments}?id=${unclear.id}`}>
                <StatusBadge kind="payment" status={unclear.status} />
              </Link>
            )}
          </span>
        </td>
        <td data-end data-label="Осталось">
          {money(supplier.payable_kop)}
        </td>
        <td data-end>
          <Button
            component={Link}
            to={detailsOf(supplier.id)}
            data-supplier={supplier.id}
            variant="default"
            size="compact-sm"
            aria-label={`К выплате: ${supplier.name}`}
          >
            К выплате
          </Button>
        </td>
      </tr>
      {supplier.acts.map((row) => (
        <tr key={row.id}>
          <td data-number>
            <Link to={to(paths.act, { actId: row.id })}>{row.number ?? 'Без номера'}</Link>
          </td>
          <td>{day(row.date)}</td>
          <td data-wide data-whole title={row.products}>
            {row.products}
          </td>
          <td data-end data-label="Нетто">
            {kg(row.net_g)}
          </td>
          <td data-end data-label="Сумма">
            {money(row.total_kop)}
          </td>
          <td data-end data-label="Оплачено">
            {money(row.paid_kop)}
          </td>
          <td data-end data-label="Осталось">
            {money(row.payable_kop)}
          </td>
          <td />
        </tr>
      ))}
    </tbody>
  )
}

const LATELY = 8

function PaidLately() {
  const paid = useCall(
    payment.getAll,
    {
      query: {
        filter: { status: ['paid'], sort: [['saved_at', 'desc']], limit: 50, with: ['rows'] },
      },
    },
    { quiet: true },
  )
  const names = new Map(paid.data?.items.map((row) => [row.supplier_id, row.supplier_name]))
  if (names.size === 0) return null
  return (
    <Panel title="Недавно получали">
      <div className={styles['recent']}>
        {[...names].slice(0, LATELY).map(([id, name]) => (
          <Link key={id} to={detailsOf(id)}>
            {name}
          </Link>
        ))}
      </div>
    </Panel>
  )
}
