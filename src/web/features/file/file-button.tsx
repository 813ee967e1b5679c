import { Button, Progress } from '@mantine/core'
import { Paperclip } from 'lucide-react'
import { useRef, useState } from 'react'
import { files, type FileParams } from '#contract/file/file.ts'
import { useMaySend } from '#web/api/use-may.ts'
import { upload } from '#web/api/upload.ts'
import { useHotkeyNames, type HotkeyId } from '#web/ui/keyboard/hotkeys.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { asJpeg } from './as-jpeg.ts'
import styles from './file-button.module.css'

interface FileButtonProps {
  label: string
  /** As an `input` takes it: «image/jpeg,application/pdf». */
  accept: string
  many?: boolean
  /** Share already sent, 0…1; undefined while nothing is being sent. */
  share: number | undefined
  take: (chosen: File[]) => void | Promise<void>
  /** The hotkey that opens the choice. */
  hotkey?: HotkeyId
  /** It is the main action of the screen. */
  main?: boolean
}

/** Picks files and shows how much of them is sent; the same file may be picked twice. */
export function FileButton(props: FileButtonProps) {
  const { label, accept, many, share, take, hotkey, main = false } = props
  const keyOf = useHotkeyNames()
  const input = useRef<HTMLInputElement>(null)
  const choose = () => input.current?.click()
  useKeys(hotkey ? [{ hotkey, label: `Приложить: ${label}`, run: choose }] : [])
  return (
    <span className={styles['place']}>
      <Button
        variant={main ? 'filled' : 'default'}
        loading={share !== undefined}
        {...(hotkey && { title: keyOf(hotkey) })}
        leftSection={<Paperclip size={16} aria-hidden />}
        onClick={choose}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        multiple={many ?? false}
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = ''
          if (chosen.length > 0) void take(chosen)
        }}
      />
      {share !== undefined && (
        <Progress className={styles['share'] ?? ''} value={share * 100} aria-label="Отправлено" />
      )}
    </span>
  )
}

/** A stored picture and the name under which a person chose it. */
export interface ProofPicture {
  readonly id: string
  readonly name: string
}

interface ProofPictureButtonProps {
  label: string
  /** The record that it proves something about. */
  of: Required<Pick<FileParams, 'entity' | 'entity_id' | 'kind'>>
  picture: ProofPicture | undefined
  take: (picture: ProofPicture) => void
  /** While it is being stored the form waits. */
  setSending: (isSending: boolean) => void
}

/** Stores the picture that proves what a person says in words, and shows which one is attached. */
export function ProofPictureButton(props: ProofPictureButtonProps) {
  const { label, of, picture, take, setSending } = props
  const may = useMaySend(files.save)
  const [share, setShare] = useState<number>()
  const [isUnreadable, setUnreadable] = useState(false)
  const attach = async ([chosen]: File[]) => {
    if (!chosen) return
    setShare(0)
    setSending(true)
    const body = await asJpeg(chosen).catch(() => undefined)
    setUnreadable(!body)
    const query = { params: { ...of, client_id: crypto.randomUUID() } }
    // What is wrong with an upload is told by the upload itself.
    const stored =
      body && (await upload(files.save, { query, body }, { progress: setShare }).catch(() => null))
    setShare(undefined)
    setSending(false)
    if (stored) take({ id: stored.id, name: chosen.name })
  }
  if (!may) return <p>Снимок прикладывает сотрудник с правом «Загрузка файлов».</p>
  return (
    <div className={styles['proof']}>
      <FileButton label={label} accept="image/jpeg,image/png" share={share} take={attach} />
      <span role="status">
        {isUnreadable
          ? 'Снимок не читается. Выберите JPEG или PNG'
          : picture && `Приложено: ${picture.name}`}
      </span>
    </div>
  )
}
