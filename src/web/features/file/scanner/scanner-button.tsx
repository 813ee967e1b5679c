import { Button } from '@mantine/core'
import { ScanLine } from 'lucide-react'
import { useState } from 'react'
import { useHotkeyNames, type HotkeyId } from '#web/ui/keyboard/hotkeys.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { loadScanner } from './load-scanner.ts'
import type { ScannedRecord } from './scanned-page.ts'

interface ScannerButtonProps {
  busy: boolean
  take: (pages: File[]) => void | Promise<void>
  /** Whose pages are scanned: a telephone that joins is told of it. */
  record?: ScannedRecord
  /** The hotkey that opens the scanner. */
  hotkey?: HotkeyId
}

/** Opens the scanner, which is loaded with the first press; `take` is given its pages as JPEG in their order. */
export function ScannerButton({ busy, take, record, hotkey }: ScannerButtonProps) {
  const keyOf = useHotkeyNames()
  const [isLoading, setIsLoading] = useState(false)
  const scan = async () => {
    setIsLoading(true)
    const { openScanner } = await loadScanner().finally(() => setIsLoading(false))
    const scanned = await openScanner({ tabs: ['document'], record })
    if (scanned?.pages) await take(scanned.pages)
  }
  useKeys(hotkey ? [{ hotkey, label: 'Сканер', run: () => void scan() }] : [])
  return (
    <Button
      variant="default"
      loading={busy || isLoading}
      {...(hotkey && { title: keyOf(hotkey) })}
      leftSection={<ScanLine size={16} aria-hidden />}
      onClick={() => void scan()}
    >
      Сканер
    </Button>
  )
}
