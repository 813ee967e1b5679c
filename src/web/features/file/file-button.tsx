import { Button, Progress } from '@mantine/core'
import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import styles from './file-button.module.css'

interface FileButtonProps {
  label: string
  /** As an `input` takes it: «image/jpeg,application/pdf». */
  accept: string
  many?: boolean
  /** Share already sent, 0…1; undefined while nothing is on its way. */
  share: number | undefined
  take: (chosen: File[]) => void | Promise<void>
  title?: string
}

/** Picks files and shows how much of them is sent; the same file may be picked twice. */
export function FileButton({ label, accept, many, share, take, title }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <span className={styles['place']}>
      <Button
        variant="default"
        loading={share !== undefined}
        {...(title && { title })}
        leftSection={<Paperclip size={16} aria-hidden />}
        onClick={() => input.current?.click()}
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
