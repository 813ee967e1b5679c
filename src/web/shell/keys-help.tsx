import { useState } from 'react'
import { keyName, keysNow } from '../ui/keys.ts'
import { OwnModal } from '../ui/own-modal.tsx'
import styles from './keys-help.module.css'

/** F1: the keys that work on this screen, taken from the registry and not from a manual. */
export function KeysHelp({ close }: { close: () => void }) {
  const [keys] = useState(keysNow)
  return (
    <OwnModal title="Горячие клавиши" width={640} close={close}>
      <dl className={styles['keys']}>
        {keys.map((key) => (
          <div key={keyName(key)}>
            <dt>
              <kbd>{keyName(key)}</kbd>
            </dt>
            <dd>{key.label}</dd>
          </div>
        ))}
      </dl>
    </OwnModal>
  )
}
