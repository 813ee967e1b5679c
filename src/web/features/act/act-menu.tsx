import { Button } from '@mantine/core'
import { Ellipsis, FileStack } from 'lucide-react'
import { useState } from 'react'
import type { ActCard } from '#contract/act/act-entities.ts'
import { paths, to } from '#contract/screen-paths.ts'
import { useHeldRights } from '#web/api/use-may.ts'
import { Link } from '#web/router/link.tsx'
import { hasModule, useStore } from '#web/state/store.ts'
import { AppPopover } from '#web/ui/dialogs/app-popover.tsx'
import { ActionButton } from '#web/ui/layout/action-button.tsx'
import { PdfButton } from '#web/ui/print/pdf-button.tsx'
import styles from './act-head.module.css'

interface ActMenuProps {
  card: ActCard
  pdf: () => Promise<Blob | undefined>
  /** Absent where the act may not be changed. */
  cancel: ((kind: 'void' | 'correct') => void) | undefined
}

/** What is done with an act now and then, behind «…»; what destroys it is the very last. */
export function ActMenu({ card, pdf, cancel }: ActMenuProps) {
  const [opened, setOpened] = useState(false)
  // The order goes on behind a closed menu: opened again, the menu still shows how far it is.
  const [percent, setPercent] = useState<number>()
  const paid =
    card.payment_state === 'unpaid'
      ? undefined
      : 'По акту есть выплаты: сначала отмените их или дождитесь возврата'
  const run = (kind: 'void' | 'correct') => () => {
    setOpened(false)
    cancel?.(kind)
  }
  return (
    <AppPopover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      target={
        <Button
          variant="default"
          aria-label="Ещё"
          title="Ещё: PDF, заявление, пакет, исправление"
          onClick={() => setOpened(!opened)}
        >
          <Ellipsis size={16} aria-hidden />
        </Button>
      }
    >
      <div className={styles['menu']}>
        <PdfButton title={`Акт № ${card.number ?? '—'}`} read={pdf} />
        <Button
          component={Link}
          to={to(paths.printOwnership, { actId: card.id })}
          variant="default"
          title="Заявление о принадлежности лома: печать и PDF"
        >
          Заявление
        </Button>
        <BundleButton card={card} percent={percent} setPercent={setPercent} />
        {cancel && (
          <>
            <ActionButton variant="subtle" disabledReason={paid} onClick={run('correct')}>
              Исправить
            </ActionButton>
            <ActionButton variant="subtle" data-danger disabledReason={paid} onClick={run('void')}>
              Аннулировать
            </ActionButton>
          </>
        )}
      </div>
    </AppPopover>
  )
}

const ordering = () => import('#web/list/export-list.ts')

interface BundleButtonProps {
  card: Pick<ActCard, 'id' | 'number'>
  /** How far the order is; undefined while there is none. */
  percent: number | undefined
  setPercent: (percent: number | undefined) => void
}

/** Everything that proves the act as one file; it is made even if the user leaves the screen. */
function BundleButton({ card, percent, setPercent }: BundleButtonProps) {
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
