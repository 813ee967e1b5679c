import { useDebouncedValue } from '@mantine/hooks'
import { useState, type DragEvent } from 'react'
import { useSearchParams } from '#web/router/hooks.ts'
import {
  paymentStatement,
  type BankStatement,
  type ImportedFile,
} from '#contract/payment/statement.ts'
import { CallError } from '#web/state/call-error.ts'
import { upload } from '#web/api/upload.ts'
import { refresh, useCall } from '#web/api/use-call.ts'
import { useHeldRights } from '#web/api/use-may.ts'
import { FileButton } from '#web/features/file/file-button.tsx'
import { ask } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { dateTime, money, plural, today } from '#web/ui/format.ts'
import styles from './bank-files.module.css'
import { CHANGED_CALLS } from './changed-calls.ts'
import shared from '../payment.module.css'
import { ALL_STATEMENTS, filterOf, StatementChoice } from './statement-choice.tsx'
import { breakWords, periodOf } from './statement-names.ts'
import { Reservations } from './reservations.tsx'
import { StatementLines } from './statement-lines.tsx'
import { Results } from './upload-results.tsx'
import { serverNow } from '#web/ui/server-clock.ts'
import { Button } from '@mantine/core'
import type { BankConfig } from '#contract/bank/bank-entities.ts'
import { describeProvider } from '#contract/bank/bank-providers.ts'
import { ownCompany } from '#contract/company/own-company.ts'
import { bankMail } from '#contract/payment/bank-mail.ts'
import { useSend } from '#web/api/use-send.ts'

/** The list is asked for this long after the last key. */
const PAUSE_MS = 200

/** Statements of banks: upload by button or by dropping, and each line beside our payment. */
export function Statements() {
  const rights = useHeldRights()
  if (!rights) return <Waiting />
  if (!rights.has('payment.statement'))
    return <p className={styles['empty']}>Выписки загружает сотрудник с правом «Выписки банка».</p>
  return <AllowedStatements />
}

function AllowedStatements() {
  const [address, setAddress] = useSearchParams()
  const [query, setQuery] = useState(ALL_STATEMENTS)
  const [words] = useDebouncedValue(query.words.trim(), PAUSE_MS)
  const [results, setResults] = useState<readonly ImportedFile[]>([])
  const [chosen, setChosen] = useState(address.get('statement') ?? undefined)
  const list = useCall(
    paymentStatement.getStatements,
    { query: { filter: filterOf(query, words) } },
    { keepPrevious: true },
  )
  const items = list.data?.items ?? []
  // One that another page lists: chosen earlier, named by the address or loaded again.
  const isElsewhere = chosen !== undefined && list.data && !items.some(({ id }) => id === chosen)
  const elsewhere = useCall(
    paymentStatement.getStatements,
    { query: { filter: { ids: [chosen ?? ''] } } },
    { when: !!isElsewhere },
  )
  const named = isElsewhere ? elsewhere.data?.items[0] : items.find(({ id }) => id === chosen)
  const current = isElsewhere && elsewhere.loading ? undefined : (named ?? items[0])
  // One that somebody else loads meanwhile does not take the place of the one that is read.
  if (current && current.id !== chosen) setChosen(current.id)
  const error = list.error ?? elsewhere.error
  if (error) throw error
  if (!list.data) return <Waiting />
  const choose = (id: string) => {
    setChosen(id)
    setAddress({ tab: 'statements', statement: id }, { replace: true })
  }
  const showResults = (files: readonly ImportedFile[]) => {
    setResults(files)
    const ofStatements = files.filter(({ statement }) => statement)
    const fresh = ofStatements.find(({ repeated }) => !repeated)
    const { statement } = fresh ?? ofStatements[0] ?? {}
    if (statement) choose(statement.id)
  }
  const isFirst = items.length === 0 && query.offset === 0 && !query.isUnsettled && words === ''
  return (
    <div className={styles['stack']}>
      <UploadArea taken={showResults} />
      <BankRequests />
      <Results results={results} />
      {isFirst ? (
        <p className={styles['empty']}>
          Здесь появятся выписки. Выгрузите из банк-клиента kl_to_1c.txt или camt.053 и загрузите:
          строки банка сами найдут свои выплаты.
        </p>
      ) : (
        <StatementChoice
          items={items}
          total={list.data.total}
          current={current}
          query={query}
          ask={setQuery}
          choose={choose}
        />
      )}
      {current && <OpenStatement key={current.id} statement={current} />}
    </div>
  )
}

const DAYS = 7
const DAY_MS = 86_400_000
const dayBefore = (days: number) => today(serverNow() - days * DAY_MS)

/** Banks that send their statements themselves; the days up to yesterday are asked for without a person. */
function BankRequests() {
  const own = useCall(ownCompany.getOwn, {}, { quiet: true })
  const asked = (own.data?.bank_configs ?? []).filter(
    ({ adapter, status }) => describeProvider(adapter).mailbox && status === 'active',
  )
  if (asked.length === 0) return null
  return (
    <div className={styles['buttons']}>
      {asked.map((config) => (
        <RequestButton key={config.id} config={config} />
      ))}
    </div>
  )
}

function RequestButton({ config }: { config: BankConfig }) {
  const save = useSend(bankMail.requestStatement, { refreshes: [paymentStatement.getStatements] })
  const run = async () => {
    const body = { bank_config_id: config.id, from: dayBefore(DAYS - 1), to: today() }
    if (await save.send({ body }))
      return toast.success('Выписка запрошена. Она появится здесь, когда банк её пришлёт')
    const refusal = save.lastRefusal()
    return refusal && ask.error({ title: 'Выписка не запрошена', error: refusal })
  }
  return (
    <Button variant="default" loading={save.sending} onClick={() => void run()}>
      Запросить выписку за {DAYS} дней: {config.title}
    </Button>
  )
}

function UploadArea({ taken }: { taken: (files: readonly ImportedFile[]) => void }) {
  const [share, setShare] = useState<number>()
  const [isDragOver, setIsDragOver] = useState(false)
  const take = async (files: readonly File[]) => {
    setShare(0)
    const answer = await postFiles(files, setShare)
    if (answer) taken(answer)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setIsDragOver(false)
    const files = [...event.dataTransfer.files]
    if (files.length > 0 && share === undefined) void take(files)
  }
  return (
    <section
      className={styles['drop']}
      aria-label="Загрузка выписки"
      data-over={isDragOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsDragOver(true)
      }}
      onDragLeave={() => setIsDragOver(false)}
      onDrop={onDrop}
    >
      <FileButton
        label="Загрузить выписку"
        accept=".txt,.xml,.zip,text/plain,text/xml,application/xml,application/zip"
        many
        share={share}
        take={take}
      />
      <span>
        или перетащите сюда выписки и ответы банка (kl_to_1c.txt, camt.053, pain.002) или архив ZIP
        с ними, до 20 файлов сразу
      </span>
    </section>
  )
}

async function postFiles(
  files: readonly File[],
  progress: (share: number | undefined) => void,
): Promise<readonly ImportedFile[] | undefined> {
  const body = new FormData()
  for (const file of files) body.append('files[]', file)
  const answer = await upload(
    paymentStatement.importBankFile,
    { body },
    { progress, quiet: true },
  ).catch((error: unknown) => error)
  progress(undefined)
  if (answer instanceof CallError) {
    await ask.error({
      title: 'Выписка не загружена',
      error: answer,
      outcome: 'Из файла ничего не взято.',
    })
    return undefined
  }
  if (answer instanceof Error) throw answer
  await refresh(CHANGED_CALLS)
  const outcomes = answer as readonly ImportedFile[]
  const fresh = outcomes.filter(({ statement, repeated }) => statement && !repeated)
  const reports = outcomes.filter(({ report, repeated }) => report && !repeated)
  const loaded = [
    fresh.length > 0 && plural(fresh.length, 'выписка', 'выписки', 'выписок'),
    reports.length > 0 && plural(reports.length, 'ответ банка', 'ответа банка', 'ответов банка'),
  ].filter((part) => part !== false)
  if (loaded.length > 0) toast.success(`Загружено: ${loaded.join(', ')}`)
  return outcomes
}

/** The chosen one with its balances and its lines. */
function OpenStatement({ statement }: { statement: BankStatement }) {
  return (
    <>
      <div className={styles['facts']}>
        <strong>{periodOf(statement)}</strong>
        <span>{statement.file_name}</span>
        <span>
          {statement.bank_config_title}, счёт {statement.account}
        </span>
        <span>
          {plural(statement.line_count, 'запись', 'записи', 'записей')}
          {statement.known_count > 0 && `, из них ${statement.known_count} уже были`}
        </span>
        {statement.closing_kop !== null ? (
          <span>
            {money(statement.opening_kop)} + {money(statement.credit_kop)} −{' '}
            {money(statement.debit_kop)} = {money(statement.closing_kop)}
          </span>
        ) : (
          statement.doubts.length === 0 && <span>Остатков в файле нет</span>
        )}
        {!statement.balanced && <span>Выплаты подтверждает человек</span>}
        <span className={styles['dim']}>
          {dateTime(statement.created_at)}, {statement.created_by_name ?? '—'}
        </span>
      </div>
      <Reservations statement={statement} />
      {statement.before && (
        <p
          className={shared['notice']}
          data-tone={statement.before.difference_kop === 0 ? undefined : 'orange'}
          role="status"
        >
          {breakWords(statement)}
        </p>
      )}
      <StatementLines statement={statement} />
    </>
  )
}
