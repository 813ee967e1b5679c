import { Button, Progress } from '@mantine/core'
import { FilePlus } from 'lucide-react'
import { useRef, useState, type DragEvent } from 'react'
import { useStore } from 'zustand'
import { files } from '#contract/file/file.ts'
import { refresh } from '#web/api/use-call.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { useDialogChanged, useGiveUp } from '#web/ui/dialogs/dialogs.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { plural } from '#web/ui/format.ts'
import {
  isAttached,
  isPending,
  isUnsuccessful,
  MOST_FILES,
  openHeap,
  type Heap,
  type HeapRow,
} from './heap-queue.ts'
import { HeapRows } from './heap-rows.tsx'
import { sendPage } from './send-page.ts'
import styles from './heap.module.css'

const ACCEPTED = 'image/*,application/pdf'

const FRAME = {
  title: 'Разложить сканы',
  width: 960,
  unsaved: {
    title: 'Закрыть окно?',
    text: 'Отправлены не все файлы. Разложенные листы останутся у своих актов, остальные нужно будет выбрать снова.',
    main: 'Закрыть',
  },
} as const

/** A heap of signed sheets whose codes lead each to its act. */
export async function openHeapWindow(chosen: readonly File[]): Promise<void> {
  const heap = openHeap(sendPage)
  take(heap, chosen)
  await openDialog(FRAME, () => <HeapWindow heap={heap} />)
  heap.close()
  await refresh([files.getAll])
}

function take(heap: Heap, chosen: readonly File[]): void {
  const left = heap.add(chosen)
  if (left === 0) return
  const most = `За один раз раскладывают не больше ${MOST_FILES} файлов`
  toast.warning(`${most}, не взято: ${plural(left, 'файл', 'файла', 'файлов')}`)
}

function HeapWindow({ heap }: { heap: Heap }) {
  const { rows, isStopped } = useStore(heap.store)
  const giveUp = useGiveUp()
  const pending = rows.filter(isPending).length
  const unsuccessful = rows.filter(isUnsuccessful).length
  const isRunning = pending > 0 && !isStopped
  useDialogChanged(pending > 0)
  return (
    <div className={styles['heap']}>
      <FileChoice take={(chosen) => take(heap, chosen)} />
      {rows.length > 0 && <HeapProgress rows={rows} />}
      {rows.length > 0 && <HeapRows rows={rows} heap={heap} />}
      <div className={styles['buttons']}>
        {unsuccessful > 0 && pending === 0 && (
          <Button variant="default" onClick={heap.retry}>
            Повторить неудачные
          </Button>
        )}
        {rows.some(isAttached) && pending === 0 && (
          <Button variant="default" onClick={heap.dropAttached}>
            Убрать разложенные
          </Button>
        )}
        <span className={styles['gap']} />
        {isRunning && (
          <Button variant="default" onClick={heap.stop}>
            Остановить
          </Button>
        )}
        {pending > 0 && isStopped && <Button onClick={heap.resume}>Продолжить</Button>}
        <Button variant={pending > 0 || rows.length === 0 ? 'default' : 'filled'} onClick={giveUp}>
          Закрыть
        </Button>
      </div>
    </div>
  )
}

function FileChoice({ take }: { take: (chosen: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    take([...event.dataTransfer.files])
  }
  return (
    <section
      className={styles['drop']}
      aria-label="Выбор файлов"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Button
        variant="default"
        data-autofocus
        leftSection={<FilePlus size={16} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        Выбрать файлы
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={ACCEPTED}
        aria-label="Сканы актов"
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = ''
          take(chosen)
        }}
      />
      <span>
        или перетащите сюда подписанные акты: JPEG, PNG или PDF, один файл — один акт, до{' '}
        {MOST_FILES} файлов. Каждый найдёт свой акт по QR-коду.
      </span>
    </section>
  )
}

function HeapProgress({ rows }: { rows: readonly HeapRow[] }) {
  const done = rows.filter((row) => !isPending(row)).length
  return (
    <div className={styles['progress']}>
      <Progress value={(done / rows.length) * 100} aria-label="Отправлено" />
      <p role="status">
        {done} из {rows.length}
        {done > 0 && `: ${countsOf(rows)}`}
      </p>
    </div>
  )
}

function countsOf(rows: readonly HeapRow[]): string {
  const count = (...kinds: string[]) =>
    rows.filter(({ state }) => typeof state === 'object' && kinds.includes(state.kind)).length
  return [
    ['разложено', count('attached')] as const,
    ['уже приложено', count('present')] as const,
    ['без QR-кода', count('no-code')] as const,
    ['не принято', count('refused', 'failed')] as const,
  ]
    .filter(([, many]) => many > 0)
    .map(([words, many]) => `${words} ${many}`)
    .join(', ')
}
