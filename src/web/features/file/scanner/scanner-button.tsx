import { Button } from '@mantine/core'
import { ScanLine } from 'lucide-react'
import { useState } from 'react'
import { useHotkeyNames, type HotkeyId } from '#web/ui/keyboard/hotkeys.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { loadScanner } from './load-scanner.ts'
import type { StorePages } from './scan-result.ts'
import type { ScannedRecord } from './scanned-page.ts'

interface ScannerButtonProps {
  busy: boolean
  store: StorePages
  /** Whose pages are scanned: a telephone that joins is told of it. */
  record?: ScannedRecord
  /** The hotkey that opens the scanner. */
  hotkey?: HotkeyId
}

/** Opens the scanner, which is loaded with the first press; it stays open until `store` has its pages. */
export function ScannerButton({ busy, store, record, hotkey }: ScannerButtonProps) {
  const keyOf = useHotkeyNames()
  const [isLoading, setIsLoading] = useState(false)
  const scan = async () => {
    setIsLoading(true)
    const { openScanner } = await loadScanner().finally(() => setIsLoading(false))
    await openScanner({ tabs: ['document'], record, store })
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
