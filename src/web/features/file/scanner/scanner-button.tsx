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

/** The scanner of one record, which is loaded with the first press; its hotkey works wherever its button stands. */
export function useScanner({ store, record, hotkey }: Omit<ScannerButtonProps, 'busy'>) {
  const [isLoading, setIsLoading] = useState(false)
  const scan = async () => {
    setIsLoading(true)
    const { openScanner } = await loadScanner().finally(() => setIsLoading(false))
    await openScanner({ tabs: ['document'], record, store })
  }
  useKeys(hotkey ? [{ hotkey, label: 'Сканер', run: () => void scan() }] : [])
  return { isLoading, scan: () => void scan() }
}

/** Opens the scanner; it stays open until `store` has its pages. */
export function ScannerButton({ busy, ...props }: ScannerButtonProps) {
  const keyOf = useHotkeyNames()
  const { isLoading, scan } = useScanner(props)
  return (
    <Button
      variant="default"
      loading={busy || isLoading}
      {...(props.hotkey && { title: keyOf(props.hotkey) })}
      leftSection={<ScanLine size={16} aria-hidden />}
      onClick={scan}
    >
      Сканер
    </Button>
  )
}
