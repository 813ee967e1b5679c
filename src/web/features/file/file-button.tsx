import { Button, Progress } from '@mantine/core'
import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { useHotkeyNames, type HotkeyId } from '#web/ui/keyboard/hotkeys.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
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
}

/** Picks files and shows how much of them is sent; the same file may be picked twice. */
export function FileButton({ label, accept, many, share, take, hotkey }: FileButtonProps) {
  const keyOf = useHotkeyNames()
  const input = useRef<HTMLInputElement>(null)
  const choose = () => input.current?.click()
  useKeys(hotkey ? [{ hotkey, label: `Приложить: ${label}`, run: choose }] : [])
  return (
    <span className={styles['place']}>
      <Button
        variant="default"
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
