import { toast } from './ui/feedback/toast.ts'

/** A window's program comes with its first opening: where it does not come, a press must not fall silent. */
export function reportMissingParts() {
  addEventListener('vite:preloadError', () =>
    toast.error('Часть программы не загрузилась. Повторите, а если не поможет, обновите страницу'),
  )
}
