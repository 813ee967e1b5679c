import { Button, Progress, TextInput } from '@mantine/core'
import { useState } from 'react'
import { audit, type AuditEvent } from '#contract/audit/audit.ts'
import type { CallResult } from '#contract/core/call.ts'
import { send } from '#web/api/send.ts'
import { EventSentence } from '#web/features/audit/event-sentence.tsx'
import { CallError } from '#web/state/call-error.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import styles from './audit.module.css'

type Proof = CallResult<typeof audit.verifyChain>

interface VerifyProps {
  companyId: string | undefined
  /** The record of the newest archive: the server has its files no more. */
  archive: AuditEvent | undefined
}

/** Opens the proof of the journal: every row is held against its hash, part by part. */
export function VerifyButton(props: VerifyProps) {
  const open = () =>
    openDialog({ title: 'Проверка журнала', width: 640 }, () => <Verify {...props} />)
  return (
    <Button variant="default" onClick={() => void open()}>
      Проверить
    </Button>
  )
}

function Verify({ companyId, archive }: VerifyProps) {
  const [proof, setProof] = useState<Proof>()
  const [running, setRunning] = useState(false)
  const [headText, setHeadText] = useState('')
  const head = headOf(headText)
  const run = async () => {
    setRunning(true)
    setProof(undefined)
    await proveAll({ companyId, savedHead: head || undefined, show: setProof }).finally(() =>
      setRunning(false),
    )
  }
  return (
    <div className={styles['event']}>
      <p>
        Каждая запись держится за предыдущую отпечатком. Проверка находит изменённые, удалённые и
        переставленные записи.
      </p>
      <TextInput
        label="Сохранённый раньше отпечаток, если есть"
        description="Вида 1234:3f9a…; с ним видно и то, что журнал обрезали с конца"
        error={
          headText.trim() !== '' && !head
            ? 'Нужны номер записи, двоеточие и 64 знака отпечатка'
            : ''
        }
        value={headText}
        onChange={(event) => setHeadText(event.currentTarget.value)}
      />
      {proof && <Outcome proof={proof} archive={archive} />}
      <div>
        <Button
          data-autofocus
          loading={running}
          disabled={headText.trim() !== '' && !head}
          onClick={() => void run()}
        >
          Проверить журнал
        </Button>
      </div>
    </div>
  )
}

interface Head {
  keptSeq: number
  keptHash: string
}

/** Undefined where nothing is typed, false where it is no head. */
function headOf(text: string): Head | undefined | false {
  if (text.trim() === '') return undefined
  const found = /^(\d{1,15})\s*:\s*([0-9a-f]{64})$/i.exec(text.trim())
  return found ? { keptSeq: Number(found[1]), keptHash: found[2]!.toLowerCase() } : false
}

interface Wanted {
  companyId: string | undefined
  savedHead: Head | undefined
  show: (proof: Proof) => void
}

/** Asks for part after part; a call that fails has told so itself. */
async function proveAll({ companyId, savedHead, show }: Wanted): Promise<void> {
  let after: number | undefined
  for (;;) {
    const query = {
      ...(companyId && { companyId }),
      ...(after !== undefined && { after }),
      // One look at the kept head is enough.
      ...(after === undefined && savedHead),
    }
    const proof = await send(audit.verifyChain, { query }).catch((error: unknown) => {
      if (error instanceof CallError) return undefined
      throw error
    })
    if (!proof) return
    show(proof)
    if (proof.done) return
    after = proof.proven
  }
}

function Outcome({ proof, archive }: { proof: Proof } & Pick<VerifyProps, 'archive'>) {
  const { proven, head, done, broken } = proof
  const share = head.seq === 0 ? 100 : (proven / head.seq) * 100
  const text = `${head.seq}:${head.hash}`
  return (
    <div className={styles['event']} role="status">
      <Progress
        value={share}
        color={broken ? 'red' : 'green'}
        aria-label="Проверено"
        className={styles['bar']}
      />
      {broken && <p role="alert">{broken.problem}</p>}
      {!broken && (
        <p>{done ? `Журнал цел: записей ${proven}.` : `Проверено записей: ${proven}…`}</p>
      )}
      {done && !broken && archive && (
        <p>
          <EventSentence parts={archive.sentence} />. Сами файлы здесь не проверены: их проверяет
          команда «audit:verify» с ключом --archive.
        </p>
      )}
      {done && !broken && head.seq > 0 && (
        <>
          <p>
            Сохраните отпечаток вне программы, например распечатайте: по нему позже видно, что до
            этой записи ничего не переписано и не обрезано.
          </p>
          <code className={styles['hash']}>{text}</code>
          <div>
            <Button
              variant="default"
              onClick={() => {
                void navigator.clipboard.writeText(text)
                toast.success('Отпечаток скопирован')
              }}
            >
              Скопировать отпечаток
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
