import { Button } from '@mantine/core'
import {
  askedStates,
  installation,
  type InstallationState,
} from '#contract/installation/installation.ts'
import {
  rowStates,
  stateParts,
  type StatePart,
  type StateRow,
} from '#contract/installation/state-rows.ts'
import { quote } from '#contract/words/quote.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { count, dateTime } from '#web/ui/format.ts'
import { Facts } from '#web/ui/layout/facts.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/tile.tsx'
import styles from './installation-state.module.css'

/** How the banks of a restored installation are asked is seen while it goes on. */
const EVERY_MS = 10_000

/** The installation for who runs it: what a restore holds comes first, since nobody is paid meanwhile; then how each part stands. */
export function Component() {
  const state = useCall(installation.getState, {}, { every: EVERY_MS, keepPrevious: true })
  if (state.error && !state.data) throw state.error
  const { hold, backup, rows } = state.data ?? {}
  return (
    <Page title="Состояние">
      {hold && <HoldNotice hold={hold} />}
      {rows && <StateRows rows={rows} />}
      {backup && <Backups backup={backup} />}
    </Page>
  )
}

const BADGES = {
  warning: { tone: 'orange', icon: 'clock' },
  bad: { tone: 'red', icon: 'stop' },
  unknown: { tone: 'gray', icon: 'question' },
} as const

/** What does not do well comes first, with what to do; then how the rest of each part stands. */
function StateRows({ rows }: { rows: readonly StateRow[] }) {
  const isGood = ({ state }: StateRow) => state === 'good'
  const amiss = rows.filter((one) => !isGood(one))
  return (
    <>
      <div role="status">
        {amiss.length === 0 ? (
          <p className={styles['sum']}>Всё в порядке</p>
        ) : (
          <PartRows title={`Требует внимания: ${count(amiss.length)}`} rows={amiss} />
        )}
      </div>
      {(Object.keys(stateParts) as StatePart[]).map((part) => (
        <PartRows
          key={part}
          title={stateParts[part]}
          rows={rows.filter((one) => one.part === part && isGood(one))}
        />
      ))}
    </>
  )
}

function PartRows({ title, rows }: { title: string; rows: readonly StateRow[] }) {
  if (rows.length === 0) return null
  return (
    <Panel title={title}>
      <dl className={styles['rows']}>
        {rows.map((one, at) => (
          <PartRow key={`${at} ${one.what}`} row={one} />
        ))}
      </dl>
    </Panel>
  )
}

function PartRow({ row: { what, state, told, advice } }: { row: StateRow }) {
  return (
    <div data-state={state}>
      <dt>{what}</dt>
      <dd>
        {told}
        {advice && <small>{advice}</small>}
      </dd>
      <dd>
        {state === 'good' ? (
          <span className={styles['good']}>{rowStates[state]}</span>
        ) : (
          <Badge {...BADGES[state]} label={rowStates[state]} />
        )}
      </dd>
    </div>
  )
}

type Hold = NonNullable<InstallationState['hold']>

function HoldNotice({ hold }: { hold: Hold }) {
  const { send, sending } = useSend(installation.release, { refreshes: [installation.getState] })
  const { first, banks, open_cases: cases } = hold
  const comparing = banks.filter(({ state }) => state === 'comparing').length
  const left = banks.filter(({ state }) => state !== 'compared')
  const release = async () => {
    const reason = await ask.textarea({
      title: 'Отпустить выплаты',
      hint: first
        ? `${first.name} подтверждает: ${quote(first.reason)}. С вашим подтверждением пойдут письма и события, а выплаты каждой компании — когда ответят её банки или двое её сотрудников закроют это на «Расхождениях».`
        : 'Вы подтверждаете первым. Выплаты пойдут, когда подтвердит другой администратор.',
      label: 'Как сверили то, что банк не сказал сам',
      min: 20,
      max: 500,
      main: 'Подтвердить',
    })
    if (reason === undefined) return
    const done = await send({ body: { reason } })
    if (done) toast.success(done.hold ? 'Подтверждено, ждём второго' : 'Выплаты отпущены')
  }
  return (
    <Panel
      title="Система восстановлена из копии: выплаты, письма и события ждут"
      actions={
        <Button
          loading={sending}
          disabled={comparing > 0}
          title={comparing > 0 ? `Банки ещё сверяются: ${count(comparing)}. Дождитесь конца` : ''}
          onClick={() => void release()}
        >
          {first ? 'Отпустить выплаты' : 'Подтвердить первым'}
        </Button>
      }
    >
      <Facts
        facts={[
          { label: 'Почему', value: hold.why },
          { label: 'Ждут с', value: dateTime(hold.since) },
          { label: 'База знает всё до', value: dateTime(hold.proven_at) },
          { label: 'Счета, заведённые после копии', value: describeLost(hold.lost_agreements) },
          {
            label: 'Расхождения с банками',
            value:
              cases.length > 0
                ? `${cases.map((one) => `${one.company_name} — ${count(one.count)}`).join('; ')}. Решают люди компании, до этого платить не будет только она`
                : 'Открытых нет',
          },
          {
            label: 'Подтвердили',
            value: first ? `${first.name}, ${dateTime(first.at)}` : 'Пока никто, нужны двое',
          },
        ]}
      />
      <ul className={styles['banks']} aria-label="Банки">
        {banks.map((bank) => (
          <li key={bank.bank_config_id}>
            <span>
              {bank.company_name}, {quote(bank.title)}
            </span>
            <Badge
              tone={
                bank.state === 'compared' ? 'green' : bank.state === 'comparing' ? 'blue' : 'orange'
              }
              label={askedStates[bank.state]}
              icon={bank.state === 'compared' ? 'check' : 'circle'}
            />
          </li>
        ))}
      </ul>
      {left.length === 0 && banks.length > 0 && <p>Все банки рассказали, что было без базы.</p>}
    </Panel>
  )
}

function describeLost(lost: Hold['lost_agreements']): string {
  if (!lost) return 'Неизвестны: спросите компании. Через такой счёт могли платить'
  if (lost.length === 0) return 'Таких нет'
  return `${lost.map((one) => `${one.company_name}, ${quote(one.title)}`).join('; ')}. Копия о них не знает: компания сверяет выплаты в кабинете банка`
}

function Backups({ backup }: { backup: InstallationState['backup'] }) {
  const { last, failed, is_set_up: isSetUp, is_late: isLate } = backup
  return (
    <Panel title="Резервные копии">
      {!isSetUp && (
        <p>Не настроены: задайте BACKUP_DIR и BACKUP_RECIPIENT и снимайте копию каждую ночь.</p>
      )}
      {isLate && <Badge tone="red" label="Копии за последние 26 часов нет" icon="stop" />}
      {failed && (
        <p role="alert">
          Не снята {dateTime(failed.ended_at)}: {failed.failure}
        </p>
      )}
      {last && (
        <Facts
          facts={[
            { label: 'Последняя копия', value: last.name },
            { label: 'Снята и прочитана обратно', value: dateTime(last.ended_at) },
            { label: 'Строк базы', value: count(last.row_count) },
            { label: 'Файлов', value: count(last.file_count) },
            ...(last.missing_count > 0
              ? [{ label: 'Файлов не нашлось', value: count(last.missing_count) }]
              : []),
            { label: 'Размер, МБ', value: count(Math.ceil(last.byte_count / 1_000_000)) },
          ]}
        />
      )}
    </Panel>
  )
}
