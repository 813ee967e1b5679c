import { Modal } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import styles from './app-modal.module.css'
import { useLayerFocus } from '../keyboard/layer-focus.ts'
import { KeyDepth, topLayer, useKeyLayer, useKeys } from '../keyboard/keys.ts'

interface AppModalProps {
  title?: string
  /** The name of a layer without a title. */
  label?: string
  width: number
  close: () => void
  padding?: number
  /** No close button: the layer is closed only by its own buttons. */
  sealed?: boolean
  /** The layer's z-index: palette and help are above dialogs. */
  zIndex?: number
  /** Pixels from the top instead of the middle. */
  top?: number
  /** A sheet at the right edge, as high as the window: what is under it stays readable. */
  side?: boolean
  children: ReactNode
}

const sideClasses = { inner: styles['inner'] ?? '', content: styles['content'] ?? '' }

/** A layer of the shell itself: palette, help, sign-in over a form. */
export function AppModal({
  title,
  label,
  width,
  close,
  padding,
  zIndex = 300,
  top,
  side = false,
  sealed = false,
  children,
}: AppModalProps) {
  // Above everything that is open: the keys of a dialog below it, its confirming key first, must not work.
  const [under] = useState(topLayer)
  const depth = useKeyLayer(under)
  return (
    <KeyDepth value={depth}>
      <Modal
        opened
        onClose={close}
        title={title}
        withCloseButton={title !== undefined && !sealed}
        closeOnClickOutside={!sealed}
        size={width}
        padding={padding}
        centered={top === undefined && !side}
        {...(side && { classNames: sideClasses })}
        {...(top !== undefined && { yOffset: top })}
        zIndex={zIndex}
        lockScroll={false}
        closeOnEscape={false}
        trapFocus={false}
        returnFocus={false}
        transitionProps={{ duration: 120, transition: 'fade' }}
        closeButtonProps={{ 'aria-label': 'Закрыть' }}
        attributes={{
          header: { role: 'presentation' },
          ...(label && { content: { 'aria-label': label } }),
        }}
        overlayProps={{ backgroundOpacity: 0.45 }}
      >
        <Escape close={close} />
        {children}
      </Modal>
    </KeyDepth>
  )
}

function Escape({ close }: { close: () => void }) {
  useLayerFocus()
  useKeys([{ keys: 'Escape', label: 'Закрыть', inField: true, run: close }])
  return null
}
