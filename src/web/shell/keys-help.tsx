import { nameOf, type Key } from '../ui/keyboard/keys.ts'
import { AppModal } from '../ui/dialogs/app-modal.tsx'
import styles from './keys-help.module.css'

interface KeysHelpProps {
  /** The keys that worked when the help was opened: while its code loads, a layer of its own covers the screen. */
  keys: readonly Key[]
  close: () => void
}

/** Shift+F1: the keys that work on this screen, taken from the registry and not from a manual. */
export function KeysHelp({ keys, close }: KeysHelpProps) {
  return (
    <AppModal title="Горячие клавиши" width={640} close={close}>
      <dl className={styles['keys']}>
        {keys.map((key) => (
          <div key={nameOf(key)}>
            <dt>
              <kbd>{nameOf(key)}</kbd>
            </dt>
            <dd>{key.label}</dd>
          </div>
        ))}
      </dl>
    </AppModal>
  )
}
