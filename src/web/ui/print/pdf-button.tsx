import { Button } from '@mantine/core'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { saveBlob } from './save-blob.ts'

interface PdfButtonProps {
  /** Names the file. */
  title: string
  /** Undefined when the server refused: the refusal has been shown by then. */
  read: () => Promise<Blob | undefined>
}

/** Saves a printed form as PDF. */
export function PdfButton({ title, read }: PdfButtonProps) {
  const [reading, setReading] = useState(false)
  const save = async () => {
    setReading(true)
    const file = await read().finally(() => setReading(false))
    if (file) saveBlob(file, title)
  }
  return (
    <Button
      variant="default"
      leftSection={<FileDown size={16} aria-hidden />}
      title="Сохранить файл PDF"
      loading={reading}
      onClick={() => void save()}
    >
      PDF
    </Button>
  )
}
