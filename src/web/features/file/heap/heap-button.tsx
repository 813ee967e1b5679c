import { Button } from '@mantine/core'
import { Files } from 'lucide-react'
import { useState, type DragEvent, type ReactNode } from 'react'
import { useMay } from '#web/api/use-may.ts'
import { watchLoading } from '#web/state/connection.ts'
import { hasModule, useStore } from '#web/state/store.ts'
import { useHotkeyNames } from '#web/ui/keyboard/hotkeys.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import styles from './heap.module.css'

const loadHeap = () => watchLoading(() => import('./heap.tsx'))

async function openWith(chosen: readonly File[]): Promise<void> {
  const { openHeapWindow } = await loadHeap()
  await openHeapWindow(chosen)
}

/** Whether the user may give pages to acts. */
export function useMaySort(): boolean {
  const mayUpload = useMay('file.upload')
  const hasActs = useStore(hasModule('act'))
  return mayUpload && hasActs
}

/** Opens the heap, which is loaded with the first press. */
export function HeapButton() {
  const keyOf = useHotkeyNames()
  const [isLoading, setIsLoading] = useState(false)
  const open = async () => {
    setIsLoading(true)
    const { openHeapWindow } = await loadHeap().finally(() => setIsLoading(false))
    await openHeapWindow([])
  }
  useKeys([{ hotkey: 'heap', label: 'Разложить сканы', run: () => void open() }])
  return (
    <Button
      variant="default"
      loading={isLoading}
      title={keyOf('heap')}
      leftSection={<Files size={16} aria-hidden />}
      onClick={() => void open()}
    >
      Разложить сканы
    </Button>
  )
}

/** A screen onto which a heap may be dropped. */
export function HeapDrop({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const hasFiles = (event: DragEvent) => isOpen && event.dataTransfer.types.includes('Files')
  return (
    <div
      className={styles['around']}
      onDragOver={(event) => {
        if (hasFiles(event)) event.preventDefault()
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        void openWith([...event.dataTransfer.files])
      }}
    >
      {children}
    </div>
  )
}
