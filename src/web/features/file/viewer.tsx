import { ActionIcon, Button } from '@mantine/core'
import {
  ChevronLeft,
  ChevronRight,
  Download,
  FileText,
  Maximize2,
  RotateCw,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import { files } from '#contract/file/file.ts'
import { useCall } from '../../api/use-call.ts'
import { count } from '../../ui/format.ts'
import { useKeys } from '../../ui/keyboard/keys.ts'
import { Picture } from '../../ui/media/picture.tsx'
import { usePictureView } from '../../ui/media/picture-view.ts'
import { saveBlob } from '../../ui/print/save-blob.ts'
import { lazyPart } from '../../ui/layout/lazy-part.tsx'
import styles from '../../ui/media/viewer.module.css'

const PageView = lazyPart(async () => (await import('./page-view.tsx')).PageView)

interface ViewerProps {
  /** The file's id. */
  file: string
  /** Kind, record, date: what a blind reader hears and a saved file is called. */
  alt: string
  /** ←→ over the record's other files. */
  others?: string[]
  show?: (file: string) => void
}

/** A stored picture: zoom at the pointer, drag, fit, turn, save; the pages of a PDF under one another; what is neither is only saved. */
export function Viewer({ file, alt, others = [], show }: ViewerProps) {
  const { data, error, loading } = useCall(files.get, { params: { id: file } }, { fresh: Infinity })
  const view = usePictureView(file)
  const place = others.indexOf(file)
  const step = (by: 1 | -1) => {
    const next = others[place + by]
    if (next) show?.(next)
  }
  const save = () => {
    if (data) saveBlob(data, alt)
  }
  useKeys([
    ...(others.length > 1 ? STEPS.map((one) => ({ ...one, run: () => step(one.by) })) : []),
    { hotkey: 'save', label: 'Скачать', run: save },
    { keys: 'KeyR', label: 'Повернуть', run: view.turn },
    ...ZOOMS.map((one) => ({ ...one, run: () => (one.by ? view.zoom(one.by) : view.fit()) })),
  ])
  if (error) throw error
  const picture = data?.type.startsWith('image/')
  const pdf = data?.type === 'application/pdf'
  return (
    <div className={styles['viewer']}>
      <div className={styles['tools']} role="toolbar" aria-label="Просмотр">
        {others.length > 1 && (
          <>
            <Tool
              label="Предыдущий файл"
              keys="←"
              icon={ChevronLeft}
              run={() => step(-1)}
              off={place <= 0}
            />
            <span>
              {place + 1} из {others.length}
            </span>
            <Tool
              label="Следующий файл"
              keys="→"
              icon={ChevronRight}
              run={() => step(1)}
              off={place === others.length - 1}
            />
          </>
        )}
        {picture && (
          <>
            <Tool label="Мельче" keys="−" icon={ZoomOut} run={() => view.zoom(1 / STEP)} />
            <Tool label="Крупнее" keys="+" icon={ZoomIn} run={() => view.zoom(STEP)} />
            <Tool label="Целиком" keys="0" icon={Maximize2} run={view.fit} />
            <Button variant="default" onClick={view.full}>
              100 %
            </Button>
            <Tool label="Повернуть" keys="R" icon={RotateCw} run={view.turn} />
          </>
        )}
        <Button
          variant="default"
          disabled={!data}
          leftSection={<Download size={16} aria-hidden />}
          onClick={save}
        >
          Скачать
        </Button>
      </div>
      {loading && <div className={styles['empty']}>Загрузка…</div>}
      {data && picture && <Picture blob={data} alt={alt} view={view} />}
      {pdf && <PageView file={file} alt={alt} hasKeys={show !== undefined} />}
      {data && !picture && !pdf && (
        <div className={styles['empty']}>
          <FileText size={32} aria-hidden />
          {alt}, {count(Math.ceil(data.size / 1024))} КБ
        </div>
      )}
    </div>
  )
}

const STEP = 1.25

const STEPS = [
  { keys: 'ArrowLeft', label: 'Предыдущий файл', by: -1 },
  { keys: 'ArrowRight', label: 'Следующий файл', by: 1 },
] as const

/** Both rows of digits of a keyboard; without a factor the whole picture is shown. */
const ZOOMS: readonly { keys: string; label: string; by?: number }[] = [
  { keys: 'Equal', label: 'Крупнее', by: STEP },
  { keys: 'NumpadAdd', label: 'Крупнее', by: STEP },
  { keys: 'Minus', label: 'Мельче', by: 1 / STEP },
  { keys: 'NumpadSubtract', label: 'Мельче', by: 1 / STEP },
  { keys: 'Digit0', label: 'Целиком' },
  { keys: 'Numpad0', label: 'Целиком' },
]

interface ToolProps {
  label: string
  /** The key that does the same. */
  keys: string
  icon: typeof ZoomIn
  run: () => void
  off?: boolean
}

function Tool({ label, keys, icon: Icon, run, off = false }: ToolProps) {
  return (
    <ActionIcon
      variant="default"
      aria-label={label}
      title={`${label} ( ${keys} )`}
      disabled={off}
      onClick={run}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
}
