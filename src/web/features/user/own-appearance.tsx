import { Checkbox, SegmentedControl } from '@mantine/core'
import {
  savePreferences,
  usePreferences,
  type Density,
  type Scheme,
} from '#web/state/preferences.ts'
import { DENSITIES, SCHEMES } from '#web/ui/theme/appearance-labels.ts'
import rows from './rows.module.css'
import styles from './account.module.css'

/** Theme, density and sound of this browser; in force at once. */
export function OwnAppearance() {
  const { scheme, density, sound } = usePreferences()
  return (
    <>
      <p className={rows['hint']}>Запоминается в этом браузере и действует сразу.</p>
      <div className={styles['choice']}>
        <span>Тема</span>
        <SegmentedControl
          fullWidth
          aria-label="Тема"
          data={SCHEMES}
          value={scheme}
          onChange={(value) => savePreferences({ scheme: value as Scheme })}
        />
      </div>
      <div className={styles['choice']}>
        <span>Плотность</span>
        <SegmentedControl
          fullWidth
          aria-label="Плотность"
          data={DENSITIES}
          value={density ?? 'compact'}
          onChange={(value) => savePreferences({ density: value as Density })}
        />
      </div>
      <Checkbox
        label="Звук, когда вес установился"
        checked={sound ?? true}
        onChange={(event) => savePreferences({ sound: event.currentTarget.checked })}
      />
    </>
  )
}
