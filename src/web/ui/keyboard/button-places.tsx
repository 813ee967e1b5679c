import { Button } from '@mantine/core'
import styles from './button-places.module.css'
import { KeyBuffer } from '../feedback/waiting.tsx'

/** Reserved space for buttons whose code still loads: as wide as their own words and an icon, so that nothing moves later. */
export function ButtonPlaces({ words }: { words: readonly string[] }) {
  return (
    <span className={styles['places']} aria-hidden>
      <KeyBuffer />
      {words.map((word) => (
        <Button
          key={word}
          variant="default"
          disabled
          leftSection={<span className={styles['icon']} />}
        >
          <span data-word>{word}</span>
        </Button>
      ))}
    </span>
  )
}
