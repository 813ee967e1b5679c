import { Button } from '@mantine/core'
import { ScanLine } from 'lucide-react'
import { useState } from 'react'
import { watchLoading } from '#web/state/connection.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'

const loadScanner = () => watchLoading(() => import('./scanner.tsx'))

interface ScannerButtonProps {
  busy: boolean
  take: (pages: File[]) => void | Promise<void>
  /** An F-key that opens the scanner. */
  hotkey?: string
}

/** Opens the scanner, which is loaded with the first press; `take` is given its pages as JPEG in their order. */
export function ScannerButton({ busy, take, hotkey }: ScannerButtonProps) {
  const [isLoading, setIsLoading] = useState(false)
  const scan = async () => {
    setIsLoading(true)
    const { openScanner } = await loadScanner().finally(() => setIsLoading(false))
    const pages = await openScanner()
    if (pages) await take(pages)
  }
  useKeys(hotkey ? [{ code: hotkey, label: 'Сканер', run: () => void scan() }] : [])
  return (
    <Button
      variant="default"
      loading={busy || isLoading}
      {...(hotkey && { title: hotkey })}
      leftSection={<ScanLine size={16} aria-hidden />}
      onClick={() => void scan()}
    >
      Сканер
    </Button>
  )
}
