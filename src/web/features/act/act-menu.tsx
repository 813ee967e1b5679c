import { Button } from '@mantine/core'
import { Ellipsis, FileStack, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import type { ActCard } from '#contract/act/act-entities.ts'
import { paths, to } from '#contract/screen-paths.ts'
import { useHeldRights } from '#web/api/use-may.ts'
import { Link } from '#web/router/link.tsx'
import { hasModule, useStore } from '#web/state/store.ts'
import { AppPopover } from '#web/ui/dialogs/app-popover.tsx'
import { ActionButton } from '#web/ui/layout/action-button.tsx'
import { useHotkeyNames, type HotkeyId } from '#web/ui/keyboard/hotkeys.ts'
import { PdfButton } from '#web/ui/print/pdf-button.tsx'
import styles from './act-head.module.css'

/** One step of the act's paper, as a button and as a hotkey. */
export interface StepAction {
  readonly label: string
  readonly hotkey: HotkeyId
  readonly icon?: LucideIcon
  readonly run: () => void
  readonly loading?: boolean
}

interface ActMenuProps {
  card: ActCard
  /** Steps that have no button beside the menu. */
  steps: readonly StepAction[]
  pdf: () => Promise<Blob | undefined>
  /** Absent where the act may not be changed. */
  cancel: ((kind: 'void' | 'correct') => void) | undefined
}

/** What is done with an act now and then, behind «…»; what destroys it is the very last. */
export function ActMenu({ card, steps, pdf, cancel }: ActMenuProps) {
  const keyOf = useHotkeyNames()
  const [opened, setOpened] = useState(false)
  // The order goes on behind a closed menu: opened again, the menu still shows how far it is.
  const [percent, setPercent] = useState<number>()
  const paid =
    card.payment_state === 'unpaid'
      ? undefined
      : 'По акту есть выплаты: сначала отмените их или дождитесь возврата'
  const closing = (run: () => void) => () => {
    setOpened(false)
    run()
  }
  return (
    <AppPopover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      target={
        <Button
          className={styles['more']}
          variant="default"
          aria-label="Ещё"
          title="Ещё: следующие шаги, PDF, заявление, пакет, исправление"
          onClick={() => setOpened(!opened)}
        >
          <Ellipsis size={16} aria-hidden />
        </Button>
      }
    >
      <div className={styles['menu']}>
        {steps.map(({ label, hotkey, icon: Icon, run, loading = false }) => (
          <Button
            key={hotkey}
            variant="default"
            title={keyOf(hotkey)}
            leftSection={Icon && <Icon size={16} aria-hidden />}
            loading={loading}
            onClick={closing(run)}
          >
            {label}
          </Button>
        ))}
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
            <ActionButton
              variant="subtle"
              disabledReason={paid}
              onClick={closing(() => cancel('correct'))}
            >
              Исправить
            </ActionButton>
            <ActionButton
              variant="subtle"
              data-danger
              disabledReason={paid}
              onClick={closing(() => cancel('void'))}
            >
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
