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
import styles from '../../ui/media/viewer.module.css'

interface ViewerProps {
  /** The file's id. */
  file: string
  /** Kind, record, date: what a blind reader hears and a saved file is called. */
  alt: string
  /** ←→ over the record's other files. */
  others?: string[]
  show?: (file: string) => void
}

/** A stored picture: zoom at the pointer, drag, fit, turn, save; a pdf is only saved. */
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
    { keys: 'ArrowLeft', label: 'Предыдущий файл', run: () => step(-1) },
    { keys: 'ArrowRight', label: 'Следующий файл', run: () => step(1) },
    { hotkey: 'save', label: 'Скачать', run: save },
    { keys: 'KeyR', label: 'Повернуть', run: view.turn },
    { keys: 'Equal', label: 'Крупнее', run: () => view.zoom(STEP) },
    { keys: 'Minus', label: 'Мельче', run: () => view.zoom(1 / STEP) },
    { keys: 'Digit0', label: 'Целиком', run: view.fit },
  ])
  if (error) throw error
  const picture = data?.type.startsWith('image/')
  return (
    <div className={styles['viewer']}>
      <div className={styles['tools']} role="toolbar" aria-label="Просмотр">
        {others.length > 1 && (
          <>
            <Tool
              label="Предыдущий файл"
              icon={ChevronLeft}
              run={() => step(-1)}
              off={place <= 0}
            />
            <span>
              {place + 1} из {others.length}
            </span>
            <Tool
              label="Следующий файл"
              icon={ChevronRight}
              run={() => step(1)}
              off={place === others.length - 1}
            />
          </>
        )}
        {picture && (
          <>
            <Tool label="Мельче" icon={ZoomOut} run={() => view.zoom(1 / STEP)} />
            <Tool label="Крупнее" icon={ZoomIn} run={() => view.zoom(STEP)} />
            <Tool label="Целиком" icon={Maximize2} run={view.fit} />
            <Button variant="default" onClick={view.full}>
              100 %
            </Button>
            <Tool label="Повернуть" icon={RotateCw} run={view.turn} />
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
      {data && !picture && (
        <div className={styles['empty']}>
          <FileText size={32} aria-hidden />
          {alt}, {count(Math.ceil(data.size / 1024))} КБ
        </div>
      )}
    </div>
  )
}

const STEP = 1.25

interface ToolProps {
  label: string
  icon: typeof ZoomIn
  run: () => void
  off?: boolean
}

function Tool({ label, icon: Icon, run, off = false }: ToolProps) {
  return (
    <ActionIcon variant="default" aria-label={label} title={label} disabled={off} onClick={run}>
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
}
