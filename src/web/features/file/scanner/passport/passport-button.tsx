import { Button } from '@mantine/core'
import { ScanText } from 'lucide-react'
import { useState } from 'react'
import { receivePassport } from '#web/ui/keyboard/scans.ts'
import { loadScanner } from '../load-scanner.ts'

/** Opens the scanner for a passport; a form that waits for one takes what was read. */
export function PassportButton() {
  const [isLoading, setIsLoading] = useState(false)
  const scan = async () => {
    setIsLoading(true)
    const { openScanner } = await loadScanner().finally(() => setIsLoading(false))
    const scanned = await openScanner({ tabs: ['passport'] })
    if (scanned?.passport) receivePassport(scanned.passport)
  }
  return (
    <div>
      <Button
        size="compact-sm"
        variant="default"
        loading={isLoading}
        leftSection={<ScanText size={16} aria-hidden />}
        onClick={() => void scan()}
      >
        Паспорт камерой
      </Button>
    </div>
  )
}
