import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { ProofPictureButton, type ProofPicture } from '#web/features/file/file-button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx'
import { writtenWords } from '#web/ui/format.ts'
import styles from '../head/supplier-card.module.css'

/** What a person saw, in words, and the picture of it. */
export interface NpdWords {
  readonly note: string
  readonly picture?: ProofPicture | undefined
}

interface MarkNpdProps {
  supplierId: string
  /** What was told before and refused. */
  before: NpdWords | undefined
  close: (told?: NpdWords) => void
}

const SHORTEST = 10

/** The words of a person who looked at npd.nalog.ru, with a picture of the screen or a scanned certificate. */
export function MarkNpd({ supplierId, before, close }: MarkNpdProps) {
  const [words, setWords] = useState<NpdWords>(before ?? { note: '' })
  const [isSending, setSending] = useState(false)
  const note = words.note.trim()
  const missing = SHORTEST - note.length
  return (
    <div className={styles['stack']}>
      <Textarea
        label="Откуда это известно"
        placeholder="npd.nalog.ru в 10:15 показал: является плательщиком"
        value={words.note}
        onChange={(event) => setWords({ ...words, note: event.currentTarget.value })}
        description={writtenWords(note.length, SHORTEST, 300)}
        maxLength={300}
        autosize
        minRows={3}
        data-autofocus
      />
      <ProofPictureButton
        label="Снимок экрана или справки"
        of={{ entity: 'supplier', entity_id: supplierId, kind: 'npd' }}
        picture={words.picture}
        take={(picture) => setWords((had) => ({ ...had, picture }))}
        setSending={setSending}
      />
      <DialogButtons
        main="Подтвердить вдвоём"
        run={() => close({ ...words, note })}
        cancel={() => close()}
        disabled={missing > 0 || isSending}
      />
    </div>
  )
}
