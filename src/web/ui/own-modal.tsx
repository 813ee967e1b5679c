import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { KeyDepth, useKeyLayer, useKeys } from './keys.ts'

interface OwnModalProps {
  title?: string
  width: number
  close: () => void
  padding?: number
  /** The layer's height: palette and help lie over dialogs. */
  zIndex?: number
  /** Pixels from the top instead of the middle. */
  top?: number
  children: ReactNode
}

/** A layer of the shell itself: palette, help, sign-in over a form. */
export function OwnModal({
  title,
  width,
  close,
  padding,
  zIndex = 300,
  top,
  children,
}: OwnModalProps) {
  const depth = useKeyLayer()
  return (
    <KeyDepth value={depth}>
      <Modal
        opened
        onClose={close}
        title={title}
        withCloseButton={title !== undefined}
        size={width}
        padding={padding}
        centered={top === undefined}
        {...(top !== undefined && { yOffset: top })}
        zIndex={zIndex}
        lockScroll={false}
        closeOnEscape={false}
        transitionProps={{ duration: 120, transition: 'fade' }}
        closeButtonProps={{ 'aria-label': 'Закрыть' }}
        overlayProps={{ backgroundOpacity: 0.45 }}
      >
        <Escape close={close} />
        {children}
      </Modal>
    </KeyDepth>
  )
}

function Escape({ close }: { close: () => void }) {
  useKeys([{ code: 'Escape', label: 'Закрыть', inField: true, run: close }])
  return null
}
