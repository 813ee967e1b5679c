import { watchLoading } from '#web/state/connection.ts'

/** The scanner is loaded when it is first opened. */
export const loadScanner = () => watchLoading(() => import('./scanner.tsx'))
