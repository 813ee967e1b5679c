import { toast } from './ui/feedback/toast.ts'

/** A dialog's code is loaded at its first opening: if loading fails, the press must show an error. */
export function reportMissingParts() {
  addEventListener('vite:preloadError', () =>
    toast.error('Часть программы не загрузилась. Повторите, а если не поможет, обновите страницу'),
  )
}
