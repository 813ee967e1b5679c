import { Button } from '@mantine/core'
import { FileStack } from 'lucide-react'
import { useState } from 'react'
import type { ActCard } from '#contract/act/act-entities.ts'
import { useHeldRights } from '#web/api/use-may.ts'
import { hasModule, useStore } from '#web/state/store.ts'

const ordering = () => import('#web/list/export-list.ts')

/** Everything that proves the act as one file; it is made even if the user leaves the screen. */
export function BundleButton({ card }: { card: Pick<ActCard, 'id' | 'number'> }) {
  const [percent, setPercent] = useState<number>()
  const isOffered = useStore(hasModule('report'))
  // Until rights are known it stays in place: a button that appears later would move its neighbours.
  const may = useHeldRights()?.has('report.create') ?? true
  if (!isOffered || !may) return null
  const order = async () => {
    setPercent(0)
    const params = { act_id: card.id }
    const title = `Акт № ${card.number ?? '—'}, пакет`
    const { orderFile } = await ordering()
    await orderFile(title, { type: 'act_bundle', params, format: 'pdf' }, setPercent).finally(() =>
      setPercent(undefined),
    )
  }
  return (
    <Button
      variant="default"
      leftSection={<FileStack size={16} aria-hidden />}
      title="Акт, взвешивания с кадрами весов и фотографиями, сканы, выплаты и опись с отпечатками одним файлом"
      disabled={percent !== undefined}
      onClick={() => void order()}
    >
      {percent === undefined ? 'Пакет PDF' : `Пакет ${percent}\u00a0%`}
    </Button>
  )
}
