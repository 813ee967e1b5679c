import { companyDays, type CompanyDay } from '#contract/report/company-days.ts'
import { eveningMeanings } from '#contract/report/evening.ts'
import { sumMeanings } from '#contract/core/sum-meanings.ts'
import { useCall } from '#web/api/use-call.ts'
import { switchAccount } from '#web/session/switch-account.ts'
import { money, percent, plural, tonnes } from '#web/ui/format.ts'
import stacked from '#web/ui/layout/stacked.module.css'
import { Panel } from '#web/ui/layout/tile.tsx'
import wide from '#web/ui/layout/wide-table.module.css'
import styles from './linked.module.css'

const FIVE_MINUTES_MS = 300_000

/** The running day of each of an owner's companies, and together; nothing for an owner of one. */
export function CompanyDays() {
  const { data } = useCall(
    companyDays.getCompanyDays,
    {},
    { every: FIVE_MINUTES_MS, keepPrevious: true, quiet: true },
  )
  if (!data || data.companies.length === 0) return null
  return (
    <Panel title="Мои компании сегодня">
      <div className={wide['scroll']}>
        <table
          className={`${wide['table']} ${stacked['stacked']} ${styles['table']}`}
          aria-label="Мои компании"
        >
          <thead>
            <tr>
              <th scope="col">Компания</th>
              {COLUMNS.map(({ title, meaning }) => (
                <th
                  key={title}
                  scope="col"
                  data-end
                  title={meaning && sumMeanings[eveningMeanings[meaning]]}
                >
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.companies.map((one) => (
              <tr key={one.id}>
                <th scope="row" data-whole>
                  <CompanyName of={one} />
                </th>
                {one.figures ? (
                  <Cells figures={one.figures} />
                ) : (
                  <td colSpan={COLUMNS.length}>Войдите там по своему логину, чтобы видеть итоги</td>
                )}
              </tr>
            ))}
          </tbody>
          {data.together && (
            <tfoot>
              <tr>
                <th scope="row" data-whole>
                  Вместе
                </th>
                <Cells figures={data.together} />
              </tr>
            </tfoot>
          )}
        </table>
      </div>
    </Panel>
  )
}

type Figures = NonNullable<CompanyDay['figures']>

interface Column {
  title: string
  meaning?: keyof typeof eveningMeanings
  show: (figures: Figures) => string
}

const COLUMNS: readonly Column[] = [
  { title: 'Принято', show: ({ net_g }) => tonnes(net_g || null) },
  {
    title: 'На сумму',
    meaning: 'total_kop',
    show: ({ total_kop, acts }) =>
      acts === 0 ? money(null) : `${money(total_kop)} · ${plural(acts, 'акт', 'акта', 'актов')}`,
  },
  { title: 'Цена и прайс', show: priceWords },
  { title: 'Выплачено', meaning: 'paid_kop', show: ({ paid_kop }) => money(paid_kop || null) },
  {
    title: 'К выплате',
    meaning: 'payable_kop',
    show: ({ payable_kop }) => money(payable_kop || null),
  },
  { title: 'Отметки', meaning: 'exceptions_kop', show: flagWords },
]

function Cells({ figures }: { figures: Figures }) {
  return COLUMNS.map(({ title, show }) => (
    <td key={title} data-end data-label={title}>
      {show(figures)}
    </td>
  ))
}

/** The present company leads to its own screens, which stand around. */
function CompanyName({ of: { id, company_name, current, figures } }: { of: CompanyDay }) {
  if (current || figures === null) return <>{company_name}</>
  return (
    <button type="button" className={styles['name']} onClick={() => void switchAccount(id)}>
      {company_name}
    </button>
  )
}

function priceWords({ price_kop, deviation_bp }: Figures): string {
  if (price_kop === null) return ''
  const beside =
    deviation_bp === null ? '' : ` · ${deviation_bp > 0 ? '+' : ''}${percent(deviation_bp)}`
  return `${money(price_kop)}/т${beside}`
}

function flagWords({ exceptions, exceptions_kop, loads }: Figures): string {
  if (exceptions === null) return ''
  const flags = exceptions === 0 ? 'нет' : `${exceptions} на ${money(exceptions_kop)}`
  return loads ? `${flags} · ${plural(loads, 'груз', 'груза', 'грузов')} без записи` : flags
}
