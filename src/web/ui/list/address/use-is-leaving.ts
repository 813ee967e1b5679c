import { useNavigation } from 'react-router'

/**
 * Whether another screen loads already. Whoever writes the address after a pause waits meanwhile: its write would take the place of the
 * way that the user has gone since.
 */
export const useIsLeaving = (): boolean => useNavigation().state === 'loading'
