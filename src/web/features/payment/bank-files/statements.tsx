import { Button } from '@mantine/core'
import { useState, type DragEvent } from 'react'
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
import { dateTime, money, plural } from '#web/ui/format.ts'
import styles from './bank-files.module.css'
import { CHANGED_CALLS } from './changed-calls.ts'
import shared from '../payment.module.css'
import { breakWords, nameStatements, shortBreak } from './statement-names.ts'
import { StatementLines } from './statement-lines.tsx'
import { BankRequests } from './bank-requests.tsx'
import { Results } from './upload-results.tsx'

/** Statements of banks: upload by button or by dropping, and each line beside our payment. */
export function Statements() {
  const rights = useHeldRights()
  if (!rights) return <Waiting />
  if (!rights.has('payment.statement'))
    return <p className={styles['empty']}>Выписки загружает руководитель или бухгалтер.</p>
  return <AllowedStatements />
}

function AllowedStatements() {
  const list = useCall(
    paymentStatement.getStatements,
    { query: { filter: { limit: 20 } } },
    { keep: true },
  )
  const [results, setResults] = useState<readonly ImportedFile[]>([])
  const [chosen, setChosen] = useState<string>()
  const items = list.data?.items ?? []
  const current = items.find(({ id }) => id === chosen) ?? items[0]
  // One that somebody else loads meanwhile does not take the place of the one that is read.
  if (current && current.id !== chosen) setChosen(current.id)
  if (list.error) throw list.error
  if (!list.data) return <Waiting />
  const taken = (files: readonly ImportedFile[]) => {
    setResults(files)
    const ofStatements = files.filter(({ statement }) => statement)
    const fresh = ofStatements.find(({ repeated }) => !repeated)
    setChosen((fresh ?? ofStatements[0])?.statement?.id)
  }
  return (
    <div className={styles['stack']}>
      <UploadArea taken={taken} />
      <BankRequests />
      <Results results={results} />
      {current ? (
        <>
          <StatementChoice items={items} current={current} choose={setChosen} />
          <StatementLines key={current.id} statement={current} />
        </>
      ) : (
        <p className={styles['empty']}>
          Здесь появятся выписки. Выгрузите из банк-клиента kl_to_1c.txt или camt.053 и загрузите:
          строки банка сами найдут свои выплаты.
        </p>
      )}
    </div>
  )
}

function UploadArea({ taken }: { taken: (files: readonly ImportedFile[]) => void }) {
  const [share, setShare] = useState<number>()
  const [over, setOver] = useState(false)
  const take = async (files: readonly File[]) => {
    setShare(0)
    const answer = await postFiles(files, setShare)
    if (answer) taken(answer)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const files = [...event.dataTransfer.files]
    if (files.length > 0 && share === undefined) void take(files)
  }
  return (
    <section
      className={styles['drop']}
      aria-label="Загрузка выписки"
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
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
      kept: 'Из файла ничего не взято.',
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

interface ChoiceProps {
  items: readonly BankStatement[]
  current: BankStatement
  choose: (id: string) => void
}

/** The statements, the latest first; the chosen one with its balances. */
function StatementChoice({ items, current, choose }: ChoiceProps) {
  const names = nameStatements(items)
  return (
    <section className={styles['stack']} aria-label="Выписки">
      <div className={styles['buttons']}>
        {items.map((one) => (
          <Button
            key={one.id}
            size="compact-sm"
            variant={one.id === current.id ? 'filled' : 'default'}
            aria-pressed={one.id === current.id}
            onClick={() => choose(one.id)}
          >
            {names.get(one.id)}
            {one.before && ` · ${shortBreak(one)}`}
          </Button>
        ))}
      </div>
      <div className={styles['facts']}>
        <strong>{current.file_name}</strong>
        <span>{current.bank_config_title}</span>
        <span>
          {plural(current.line_count, 'запись', 'записи', 'записей')}
          {current.known_count > 0 && `, из них ${current.known_count} уже были`}
        </span>
        {current.balanced ? (
          <span>
            {money(current.opening_kop)} + {money(current.credit_kop)} − {money(current.debit_kop)}{' '}
            = {money(current.closing_kop)}
          </span>
        ) : (
          <span>Остатков в файле нет: выплаты подтверждает человек</span>
        )}
        <span className={styles['dim']}>
          {dateTime(current.created_at)}, {current.created_by_name ?? '—'}
        </span>
      </div>
      {current.before && (
        <p
          className={shared['notice']}
          data-tone={current.before.difference_kop === 0 ? undefined : 'orange'}
          role="status"
        >
          {breakWords(current)}
        </p>
      )}
    </section>
  )
}
