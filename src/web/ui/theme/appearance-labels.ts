import type { Density, Scheme } from '../../state/preferences.ts'

/** The themes that a person chooses from, in the user's menu and on the account page. */
export const SCHEMES: { value: Scheme; label: string }[] = [
  { value: 'light', label: 'Светлая' },
  { value: 'dark', label: 'Тёмная' },
  { value: 'auto', label: 'Как в системе' },
]

/** The heights of rows and controls, at both places too. */
export const DENSITIES: { value: Density; label: string }[] = [
  { value: 'compact', label: 'Плотно' },
  { value: 'comfortable', label: 'Свободно' },
  { value: 'touch', label: 'Для пальцев' },
]
